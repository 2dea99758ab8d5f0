import { contract } from "@/lib/contract";
import { createNumberedUsers } from "../support/crew";
import { gate } from "../support/gate";
import { userRows } from "../support/user-rows";
import { expect, test, uniqueName } from "./fixtures/test";
import { confirm, ResourceTable } from "./pages/resource";

const pageBox = "Select all rows on this page";

test("[TL-02] after selecting a page, all results can be selected and exactly those deleted", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const { phrase, users } = await createNumberedUsers(api, 12);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await page.getByRole("checkbox", { name: pageBox }).check();
  await expect(table.selection.getByText("10 selected")).toBeVisible();
  const all = table.selection.getByRole("button", { name: "Select all 12 results" });
  await all.press("Enter");
  await expect(table.selection.getByText("12 selected")).toBeVisible();
  await expect(all).toBeHidden();
  await expect(table.selection).toBeFocused();
  await table.pages.getByRole("button", { name: "Page 2" }).click();
  const last = table.row(users[11]?.lastName ?? "").getByRole("checkbox");
  await expect(last).toBeChecked();

  // A deselected row stays deselected, and all can be selected again.
  await last.uncheck();
  await expect(all).toBeHidden();
  await expect(table.selection.getByText("11 selected")).toBeVisible();
  await table.pages.getByRole("button", { name: "Page 1" }).click();
  await expect(all).toBeVisible();
  await table.selection.getByRole("button", { name: "Delete" }).click();
  await confirm(page, "Delete 11 users");
  await expect(table.rows).toHaveCount(1);
  await expect(table.row(users[11]?.lastName ?? "")).toBeVisible();
});

test("[TL-02] too many results are reported; selecting all can be stopped, or ends by a new search", async ({
  signedInPage: page,
  product,
}) => {
  const rows = userRows(60);
  const response = gate();
  let totalCount = 10_001;
  let asked = 0;
  await page.route("**/api/users?*", async (route) => {
    const query = new URL(route.request().url()).searchParams;
    if (totalCount !== rows.length) return route.fulfill({ json: { list: rows.slice(0, 10), totalCount } });
    const found = query.get("phrase") ? rows.slice(30) : rows;
    if (query.get("pageLimit") !== "-1")
      return route.fulfill({ json: { list: found.slice(0, 10), totalCount: found.length } });
    asked += 1;
    await response.passed;
    // Aborted requests have no receiver.
    await route.fulfill({ json: { list: found, totalCount: found.length } }).catch(() => {});
  });
  const table = new ResourceTable(page, "Users");
  const all = table.selection.getByRole("button", { name: /^Select all/ });
  await page.goto(product.at("/users"));
  // The first rows were rendered by the server.
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(table.row("Name 00000")).toBeVisible();
  await page.getByRole("checkbox", { name: pageBox }).check();
  await expect(all).toHaveAccessibleName("Select all 10,001 results");
  await expect(all).toHaveAccessibleDescription(/At most 10,000 rows can be selected at once/);
  await all.press("Enter");
  await expect(table.selection.getByText("10 selected")).toBeVisible();

  totalCount = 10;
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("1–10 of 10")).toBeVisible();
  await expect(table.selection).toBeVisible();
  await expect(all).toBeHidden();

  totalCount = rows.length;
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(all).toHaveAccessibleName("Select all 60 results");
  await all.click();
  await table.selection.getByRole("button", { name: "Stop" }).click();
  await expect(all).not.toHaveAttribute("aria-busy");
  await expect(table.selection.getByText("10 selected")).toBeVisible();

  await all.click();
  await expect.poll(() => asked).toBe(2);
  await table.search.fill("Name");
  await expect(table.row("Name 00030")).toBeVisible();
  response.open();
  await page.getByRole("checkbox", { name: pageBox }).check();
  await expect(table.selection.getByText("20 selected")).toBeVisible();
  await table.selection.getByRole("button", { name: "Select all 30 results" }).click();
  await expect(table.selection.getByText("40 selected")).toBeVisible();
});

test("[TL-02] rows that prevent a deletion are named, so that they can be deselected", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleName = uniqueName("Administrator twin");
  await api.call(contract.roles.create, { body: { roleName } });
  const table = new ResourceTable(page, "Roles");
  await page.goto(product.at("/roles?phrase=Administrator"));
  await table.row(roleName).getByRole("checkbox").check();
  const remove = table.selection.getByRole("button", { name: "Delete" });
  await expect(remove).not.toHaveAttribute("aria-disabled");
  const builtIn = page.getByRole("checkbox", { name: "Select Administrator", exact: true });
  await builtIn.check();
  await expect(remove).toHaveAccessibleDescription(/^Administrator: /);
  await builtIn.uncheck();
  await remove.click();
  await confirm(page, /^Delete/);
  await expect(table.row(roleName)).toHaveCount(0);
});
