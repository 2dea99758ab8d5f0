import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { FakeApi } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import { gate } from "@/tests/support/gate";
import { AreasProvider } from "../area/areas-context";
import HomeView from "./home/home-view";
import { areaRegistry } from "./registry";

const change = (id: number) => ({
  ...{ id: String(id), area: "users", recordId: String(id), recordName: `Person ${id}`, isGone: false },
  ...{ type: "UserUpdated", names: [], changedBy: `Author ${id}`, changedOn: "2026-03-01T09:30:00.000Z" },
});

const home = (
  <AreasProvider value={areaRegistry}>
    <HomeView />
  </AreasProvider>
);
/** Responds to requests after rendering: no figures, and stored shortcuts. */
function answerLate(api: FakeApi) {
  api.answer(contract.settings.version, () => ({ version: "0.0.0", capabilities: ["home"] }));
  api.answer(contract.user.initActions, () => null);
}
const cards = ["Needs attention", "Continue", "Latest changes", "Shortcuts"];
const card = (name: string) => page.getByRole("region", { name });
const topOf = (name: string) => card(name).element().getBoundingClientRect().top;

test("[HO-05] [HO-01] tasks, recent records, changes and shortcuts appear in order without layout shift", async () => {
  await page.viewport(1440, 716);
  const answered = gate();
  await show(home, {
    answers(api) {
      answerLate(api);
      api.answer(contract.home.overview, async () => {
        await answered.passed;
        const changes = Array.from({ length: 10 }, (_, index) => change(index));
        return { unread: 2, neverSignedIn: 3, withoutRole: { count: 0, isMore: false }, changes };
      });
      api.answer(contract.user.actions, async () => {
        await answered.passed;
        return [{ userFavoriteActionId: "1", actionUrl: "/my-account", permissionLabel: "" }];
      });
      api.answer(contract.notifications.list, () => ({ list: [], totalCount: 2 }));
    },
  });
  await expect.element(card("Needs attention")).toBeVisible();
  const before = cards.map(topOf);
  answered.open();
  await expect.element(page.getByText("Person 9")).toBeInTheDocument();
  await expect.element(card("Shortcuts").getByRole("button", { name: "Edit shortcuts" })).toBeVisible();
  expect(cards.map(topOf)).toEqual(before);
  expect(
    page
      .getByRole("region")
      .elements()
      .map((region) => region.getAttribute("aria-label"))
      // Toasts have a separate region once their code is loaded.
      .filter((name) => !name?.startsWith("Messages")),
  ).toEqual(cards);
  expect(Math.max(...before)).toBeLessThan(716 - 100);
  await expectAccessible("home");
});

const days = Array.from({ length: 30 }, (_, index) => ({
  day: `2026-03-${String(index + 1).padStart(2, "0")}`,
  ...{ signIns: index, failures: 1, newUsers: index % 2, newFiles: 0 },
}));

test("[HO-05] figures come first, each with a line and a link to the records it counts", async () => {
  await page.viewport(1440, 900);
  await show(home, {
    answers(api) {
      api.answer(contract.settings.version, () => ({
        version: "0.0.0",
        capabilities: ["home", "figures", "search"],
      }));
      api.answer(contract.user.initActions, () => null);
      api.answer(contract.home.overview, () => ({
        unread: 0,
        totals: { users: 64, files: 12 },
        changes: [],
      }));
      api.answer(contract.home.figures, () => days);
      api.answer(contract.notifications.list, () => ({ list: [], totalCount: 0 }));
    },
  });
  const figures = card("Sign-ins and users");
  const linkOf = (value: string) => figures.getByRole("link", { name: value, exact: true });
  await expect.element(linkOf("435")).toBeVisible();
  const targets = ["64", "435", "30", "12"].map((value) =>
    decodeURIComponent(linkOf(value).element().getAttribute("href") ?? ""),
  );
  const since = "/audit?filters=changedOn:from:2026-03-01;collection:oneOf:users;operation:oneOf:";
  expect(targets).toEqual(["/users", `${since}access`, `${since}failed`, "/attachments"]);
  expect(figures.element().querySelectorAll("svg polyline")).toHaveLength(4);
  expect(topOf("Sign-ins and users")).toBeLessThan(topOf("Continue"));
  // Each empty card is one line.
  for (const name of ["Continue", "Needs attention", "Latest changes"])
    expect(card(name).element().getBoundingClientRect().height, name).toBeLessThanOrEqual(50);
  // The scope belongs to the search field.
  const scope = page.getByRole("combobox", { name: "Collection" });
  expect([...(scope.element() as HTMLSelectElement).options].at(-1)?.text).toBe("All collections");
  await expectAccessible("figures");
});

test("[HO-05] the first steps count the done ones, and say when all are done", async () => {
  await page.viewport(1440, 900);
  let isDone = false;
  const { client } = await show(home, {
    answers(api) {
      answerLate(api);
      api.answer(contract.home.overview, () => ({
        unread: 0,
        ...(!isDone && { checklist: { others: true, role: true, brand: false, mail: true } }),
      }));
      api.answer(contract.notifications.list, () => ({ list: [], totalCount: 0 }));
    },
  });
  const steps = card("First steps");
  await expect.element(steps.getByText("3 of 4 done")).toBeVisible();
  const brand = steps.getByRole("link", { name: /^Make it yours/ });
  expect(brand.element().getAttribute("href")).toBe("/organisation-settings?tab=appearance");
  isDone = true;
  await client.invalidateQueries();
  await expect.element(steps.getByRole("status")).toHaveTextContent("All done");
  await expect.element(steps.getByRole("button", { name: "Hide the first steps" })).toBeVisible();
});

test("[HO-01] no word of a tile is broken at 1440 px", async () => {
  await page.viewport(1440, 900);
  const names = ["/organisation-settings", "/attachment-status", "/attributes", "/attachments", "/audit"];
  await show(home, {
    answers(api) {
      answerLate(api);
      api.answer(contract.home.overview, () => ({ unread: 0, changes: [change(1)] }));
      api.answer(contract.notifications.list, () => ({ list: [], totalCount: 0 }));
      api.answer(contract.user.actions, () =>
        names.map((actionUrl, index) => ({
          userFavoriteActionId: String(index),
          actionUrl,
          permissionLabel: "",
        })),
      );
    },
  });
  await expect.element(card("Shortcuts").getByText("Organisation")).toBeVisible();
  for (const label of card("Shortcuts").element().querySelectorAll("li span")) {
    const box = label.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(label);
    // As many lines as words at most, and none of them wider than the label.
    expect(range.getClientRects().length, label.textContent).toBeLessThanOrEqual(
      (label.textContent ?? "").split(" ").length,
    );
    expect(label.scrollWidth).toBeLessThanOrEqual(Math.ceil(box.width));
  }
});

test("[HO-05] the list of changes is short when cards are stacked on a phone", async () => {
  await page.viewport(360, 740);
  await show(home, {
    answers(api) {
      answerLate(api);
      api.answer(contract.home.overview, () => ({
        unread: 0,
        changes: Array.from({ length: 10 }, (_, index) => change(index)),
      }));
      api.answer(contract.notifications.list, () => ({ list: [], totalCount: 0 }));
    },
  });
  await expect.element(page.getByText("Person 4")).toBeVisible();
  await expect.element(page.getByText("Person 5")).not.toBeVisible();
});
