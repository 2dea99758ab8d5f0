import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { ListView } from "@/lib/contract/list-views";
import { listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import RolesListView from "./list-view";

const unarranged = { hidden: [], shown: [], order: [], pinned: [], widths: {} };
const view = (viewName: string, more: Partial<ListView> = {}): ListView => ({
  ...{ listViewId: viewName, list: "roles.list", viewName, audience: "mine", roleId: null, query: "" },
  ...{ layout: unarranged, density: "standard", createdBy: "Ada", mayEdit: true, version: 1 },
  ...more,
});

const kept = [
  view("By date", {
    query: "sortBy=createdOn&sortDir=desc",
    layout: { ...unarranged, hidden: ["userCount"] },
  }),
  view("Old", { audience: "everyone", query: "sortBy=goneColumn&phrase=reader", mayEdit: false }),
];
const ofUsers = view("Of users", { list: "users.list" });

/** Opens the list of roles with saved views. */
async function showRoles({
  at = "/roles",
  settings,
}: {
  at?: string;
  settings?: Record<string, string>;
} = {}) {
  let views = kept;
  const shown = await show(<RolesListView />, {
    at,
    settings,
    answers(api) {
      api.answer(contract.roles.list, (call) => listOf([], call));
      api.answer(contract.dictionaries.attributes, (call) => listOf([], call));
      api.answer(contract["list-views"].list, () => views);
      api.answer(contract["list-views"].detail, ({ path }) => {
        const found = [...kept, ofUsers].find(({ listViewId }) =>
          path.endsWith(encodeURIComponent(listViewId)),
        );
        return found ?? Response.json({ message: "No" }, { status: path.endsWith("Away") ? 503 : 404 });
      });
      api.answer(contract["list-views"].create, ({ body }) => {
        views = [...views, view((body as ListView).viewName)];
        return "new";
      });
      api.answer(contract["list-views"].save, ({ body }) => view("By date", body as Partial<ListView>));
      api.answer(contract["list-views"].remove, ({ query }) => {
        views = views.filter(({ listViewId }) => listViewId !== query.get("listViewIds"));
        return null;
      });
    },
  });
  return {
    ...shown,
    query: () => shown.tabs.getState().tabs.find(({ path }) => path === "/roles")?.query,
    lastAsked: () => {
      const asked = shown.api.calls.filter(({ path }) => path === "/roles");
      return Object.fromEntries(asked.at(-1)?.query ?? []);
    },
  };
}

const open = page.getByRole("button", { name: "Saved views" });
const panel = page.getByRole("dialog", { name: "Saved views" });
const inPanel = (name: string) => panel.getByRole("button", { name, exact: true });

test("[TL-07] a list's look is saved under a name and restored, and missing parts are reported", async () => {
  const { api, lastAsked } = await showRoles();
  await open.click();
  await inPanel("By date").click();
  await expect.poll(lastAsked).toMatchObject({ sortBy: "createdOn", sortDir: "desc" });
  await expect.element(panel).not.toBeInTheDocument();
  await open.click();
  await expect.element(inPanel("By date")).toHaveAttribute("aria-current");
  // Another user's view is shown read-only.
  for (const name of ["Remove “Old”", "Update “Old”"]) expect(inPanel(name).elements()).toEqual([]);
  await expectAccessible("saved views", "[role=dialog]");
  await panel.getByRole("textbox", { name: "Name of the view" }).fill("Newest");
  await panel.getByRole("button", { name: "Save view" }).click();
  await expect.element(inPanel("Newest")).toBeVisible();
  const sent = (method: string) => api.calls.filter((call) => call.method === method).map(({ body }) => body);
  const look = {
    ...{ query: "sortBy=createdOn&sortDir=desc", layout: { ...unarranged, hidden: ["userCount"] } },
    density: "standard",
  };
  expect(sent("POST")).toEqual([{ list: "roles.list", viewName: "Newest", audience: "mine", ...look }]);
  await inPanel("Update “By date”").click();
  await expect.poll(() => sent("PUT")).toContainEqual({ ...look, version: 1 });
  await inPanel("Remove “By date”").click();
  await page.getByRole("button", { name: "Remove view" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await open.click();
  await expect.element(inPanel("Old")).toBeVisible();
  await expect.element(inPanel("By date")).not.toBeInTheDocument();
  await panel.getByRole("combobox", { name: "For" }).selectOptions("For a role");
  await expect.element(panel.getByRole("combobox", { name: "Role", exact: true })).toBeVisible();
  await inPanel("Old").click();
  await expect.poll(lastAsked).toMatchObject({ phrase: "reader", sortBy: "roleName" });
  await expect.element(page.getByText("Part of “Old” no longer exists in this list.")).toBeVisible();
});

test("[TL-07] [HO-01] a view is added as a tile of the home page, whose address opens it", async () => {
  const { api, query, lastAsked } = await showRoles({ at: "/roles?view=By+date" });
  await expect.poll(lastAsked).toMatchObject({ sortBy: "createdOn", sortDir: "desc" });
  await expect.poll(query).toEqual({ sortBy: "createdOn", sortDir: "desc" });
  api.answer(contract.user.addAction, () => "tile");
  await open.click();
  await inPanel("“Old” on the dashboard").click();
  await expect
    .poll(() => api.calls.filter(({ method, path }) => method === "POST" && path === "/user/actions"))
    .toMatchObject([{ body: { actionUrl: "/roles?view=Old", permissionLabel: "Old" } }]);
});

test.for(["Gone", "Of users"])(
  "[TL-07] an address with a view that is %s reports it and ignores it",
  async (name) => {
    const { query, lastAsked } = await showRoles({ at: `/roles?phrase=x&view=${encodeURIComponent(name)}` });
    await expect.element(page.getByText("The saved view no longer exists", { exact: false })).toBeVisible();
    expect(query()).toEqual({ phrase: "x" });
    expect(lastAsked()).toMatchObject({ phrase: "x" });
  },
);

test("[TL-07] a list opens with its default view, unless its address says otherwise", async () => {
  const chosen = { "table.start.roles.list": JSON.stringify("By date") };
  const plain = await showRoles({ settings: chosen });
  await expect.poll(plain.lastAsked).toMatchObject({ sortBy: "createdOn" });
  await open.click();
  await expect.element(inPanel("Open this list with “By date”")).toHaveAttribute("aria-pressed", "true");
  await inPanel("Open this list with “Old”").click();
  await expect.element(inPanel("Open this list with “By date”")).toHaveAttribute("aria-pressed", "false");
  expect(plain.lastAsked()).toMatchObject({ sortBy: "createdOn" });
  await plain.screen.unmount();
  const asked = await showRoles({ settings: chosen, at: "/roles?phrase=x" });
  await expect.poll(asked.lastAsked).toMatchObject({ phrase: "x", sortBy: "roleName" });
});

test("[TL-07] a deleted default view is forgotten", async () => {
  const { api } = await showRoles({ settings: { "table.start.roles.list": JSON.stringify("Gone") } });
  await expect.element(page.getByText("The saved view no longer exists", { exact: false })).toBeVisible();
  dispatchEvent(new Event("pagehide"));
  await expect
    .poll(() => api.calls.filter(({ path }) => path === "/user/settings").map(({ body }) => body))
    .toContainEqual({ "table.start.roles.list": null });
});

test("[TL-07] a default view that cannot be loaded is kept", async () => {
  const { api } = await showRoles({ settings: { "table.start.roles.list": JSON.stringify("Away") } });
  await expect.element(page.getByText("The saved view could not be loaded.", { exact: false })).toBeVisible();
  dispatchEvent(new Event("pagehide"));
  expect(api.calls.filter(({ path }) => path === "/user/settings")).toEqual([]);
});
