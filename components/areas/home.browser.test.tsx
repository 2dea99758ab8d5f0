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
  ...{ type: "UserUpdated", names: [], changedBy: "Ada Byron", changedOn: "2026-03-01T09:30:00.000Z" },
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
const cards = ["Continue", "Needs attention", "Latest changes", "Shortcuts"];
const card = (name: string) => page.getByRole("region", { name });
const topOf = (name: string) => card(name).element().getBoundingClientRect().top;

test("[HO-05] [HO-01] recent records, tasks, changes and shortcuts appear in order without layout shift", async () => {
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
