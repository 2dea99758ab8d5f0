import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { ListView } from "@/lib/contract/list-views";
import { listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { expectSound } from "@/tests/component/sound";
import RolesListView from "./list-view";

const unarranged = { hidden: [], shown: [], order: [], pinned: [], widths: {} };
const view = (viewName: string, more: Partial<ListView> = {}): ListView => ({
  ...{ listViewId: viewName, list: "roles.list", viewName, audience: "mine", roleId: null, query: "" },
  ...{ layout: unarranged, density: "standard", createdBy: "Ada", mayEdit: true, version: 1 },
  ...more,
});

test("[TL-07] a list is kept under a name, and looks like that again; what is gone is said", async () => {
  let views = [
    view("By date", {
      query: "sortBy=createdOn&sortDir=desc",
      layout: { ...unarranged, hidden: ["userCount"] },
    }),
    view("Old", { audience: "everyone", query: "sortBy=goneColumn&phrase=reader", mayEdit: false }),
  ];
  const { api } = await show(<RolesListView />, {
    at: "/roles",
    answers(api) {
      api.answer(contract.roles.list, (heard) => listOf([], heard));
      api.answer(contract["list-views"].list, () => views);
      api.answer(contract["list-views"].create, ({ body }) => {
        views = [...views, view((body as ListView).viewName)];
        return "new";
      });
      api.answer(contract["list-views"].remove, ({ query }) => {
        views = views.filter(({ listViewId }) => listViewId !== query.get("listViewIds"));
        return null;
      });
    },
  });
  const lastAsked = () => {
    const asked = api.heard.filter(({ path }) => path === "/roles");
    return Object.fromEntries(asked.at(-1)?.query ?? []);
  };
  const button = page.getByRole("button", { name: "Saved views" });
  const panel = page.getByRole("dialog", { name: "Saved views" });
  await button.click();
  await panel.getByRole("button", { name: "By date", exact: true }).click();
  await expect.poll(lastAsked).toMatchObject({ sortBy: "createdOn", sortDir: "desc" });
  await expect.element(panel).not.toBeInTheDocument();
  await button.click();
  await expect
    .element(panel.getByRole("button", { name: "By date", exact: true }))
    .toHaveAttribute("aria-current");
  // Somebody else's is shown, not changed.
  expect(panel.getByRole("button", { name: "Remove “Old”" }).elements()).toEqual([]);
  await expectSound("saved views", "[role=dialog]");
  await panel.getByRole("textbox", { name: "Name of the view" }).fill("Newest");
  await panel.getByRole("button", { name: "Save view" }).click();
  await expect.element(panel.getByRole("button", { name: "Newest", exact: true })).toBeVisible();
  const created = api.heard.find(({ method }) => method === "POST")?.body;
  expect(created).toEqual({
    ...{ list: "roles.list", viewName: "Newest", audience: "mine", density: "standard" },
    ...{ query: "sortBy=createdOn&sortDir=desc", layout: { ...unarranged, hidden: ["userCount"] } },
  });
  await panel.getByRole("combobox", { name: "For" }).selectOptions("For a role");
  await expect.element(panel.getByRole("combobox", { name: "Role", exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Old", exact: true }).click();
  await expect.poll(lastAsked).toMatchObject({ phrase: "reader", sortBy: "roleName" });
  await expect
    .element(page.getByText("“Old” names something that this list no longer has.", { exact: false }))
    .toBeVisible();
});
