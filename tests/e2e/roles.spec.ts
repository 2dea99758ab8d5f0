import { contract } from "@/lib/contract";
import { administratorRoleId } from "../support/api-client";
import { expect, test, uniqueName } from "./fixtures/test";
import { faults } from "./pages/faults";
import { permissionBox, readPermission } from "./pages/permissions";
import { confirm, edit, ResourceTable, readField, save } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

test("[US-03] [TB-08] a role is created with a name, renamed, and deleted after a warning", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const workspace = new WorkspacePage(page);
  const [roleName, renamed] = [uniqueName("Harbour"), uniqueName("Renamed")];
  await page.goto(product.at("/roles"));
  await page.getByRole("link", { name: "New role" }).first().click();
  await expect(page).toHaveURL(product.at("/roles/new"));
  const name = page.getByRole("textbox", { name: "Role name" });
  await page.getByRole("button", { name: "Create role" }).click();
  await expect(name).toHaveAccessibleDescription("Please fill in this field.");
  await name.fill(roleName);
  await page.getByRole("button", { name: "Create role" }).click();
  await expect(page.getByRole("heading", { level: 1, name: roleName })).toBeVisible();
  await workspace.expectTabs("Dashboard", "Roles", roleName);
  await expect(readField(page, "Default role")).toHaveText("No");
  for (const part of ["Role", "Permissions", "Users"])
    await expect(page.getByRole("tab", { name: part, exact: true })).toBeVisible();
  const { list } = await api.call(contract.roles.list, { query: { phrase: roleName } });
  const roleId = list[0]?.roleId ?? "";
  await expect(page).toHaveURL(product.at(`/roles/${roleId}`));

  await edit(page);
  await name.fill(renamed);
  await page.getByRole("checkbox", { name: "Default role" }).check();
  await save(page);
  await expect(page.getByRole("heading", { level: 1, name: renamed })).toBeVisible();
  await expect(readField(page, "Default role")).toHaveText("Yes");
  const stored = await api.call(contract.roles.detail, { params: { roleId } });
  expect(stored).toMatchObject({ roleName: renamed, isDefault: true });

  await page.goBack();
  await expect(workspace.activeTab).toHaveText("Roles");
  await workspace.expectTabs("Dashboard", "Roles", renamed);
  const table = new ResourceTable(page, "Roles");
  await table.search.fill(renamed);
  await table.row(renamed).getByRole("checkbox").check();
  await table.selection.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toContainText("lose at once");
  await confirm(page, "Delete role");
  await expect(page.getByText("No results", { exact: true }).last()).toBeVisible();
});

test("[US-03] [PM-03] a new role leads to its permissions, of which one is granted by three keys", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/roles/new"));
  await page.getByRole("textbox", { name: "Role name" }).fill(uniqueName("Fresh"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Choose permissions" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tab=permissions/);
  await expect(permissionBox(page, "Users: See")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+Enter");
  await expect(readPermission(page, "Users: See", "Granted")).toBeVisible();
});

test("[US-03] [TL-06] users of a role are added by the picker, which excludes members, and removed", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const roleId = await api.createRole();
  const users = [await api.createUser(), await api.createUser()];
  const other = await api.createUser();
  await page.goto(product.at(`/roles/${roleId}?tab=users`));
  await page.getByRole("button", { name: "Add users" }).first().click();
  const dialog = page.getByRole("dialog", { name: /Add users/ });
  for (const { userName } of users) {
    await dialog.getByRole("searchbox").fill(userName);
    await dialog.getByRole("row").filter({ hasText: userName }).getByRole("checkbox").check();
  }
  await dialog.getByRole("button", { name: "Add (2)" }).click();
  await expect(dialog).toBeHidden();

  const table = new ResourceTable(page, "Users");
  await expect(table.rows).toHaveCount(2);
  await page.getByRole("button", { name: "Add users" }).first().click();
  await dialog.getByRole("searchbox").fill(other.userName);
  await dialog.getByRole("row").filter({ hasText: other.userName }).click();
  await dialog.getByRole("searchbox").fill(users[0]?.userName ?? "");
  await expect(dialog.getByText("No results", { exact: true }).last()).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Add (1)" })).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  // By last name, which comes first.
  await expect(table.column("Name")).toHaveAttribute("aria-sort", "ascending");
  await expect(table.table.getByRole("columnheader").nth(1)).toHaveText("Name");
  await table
    .row(users[0]?.userName ?? "")
    .getByRole("checkbox")
    .check();
  await table.selection.getByRole("button", { name: "Remove" }).click();
  await confirm(page, "Remove");
  await expect(table.rows).toHaveCount(1);
  const left = await api.call(contract.roles.users, { params: { roleId } });
  expect(left.list.map(({ userId }) => userId)).toEqual([users[1]?.userId]);
});

test("[US-03] the built-in administrator role can be neither edited nor deleted, with a reason", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at(`/roles/${administratorRoleId}`));
  for (const name of ["Edit", "Delete"]) {
    const button = page.getByRole("button", { name, exact: true });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(/cannot be changed/);
  }
});

test("[RT-02] cancelling a create view returns to the filtered list", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleName = uniqueName("Narrow");
  await api.createRole({ roleName });
  await page.goto(product.at(`/roles?phrase=${roleName}&sortDir=desc`));
  await page.getByRole("link", { name: "New role" }).first().click();
  await expect(page).toHaveURL(/\/roles\/new\?callbackUrl=%2Froles%3F/);
  // Reloaded with another tab active: the way back is in the address, not only in memory.
  await page.goto(page.url());
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(new RegExp(`/roles\\?.*phrase=${roleName}`));
  await expect(new ResourceTable(page, "Roles").rows).toHaveCount(1);

  const elsewhere = encodeURIComponent("https://evil.example/");
  await new WorkspacePage(page).follow(product.at(`/roles/new?callbackUrl=${elsewhere}`));
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).not.toHaveURL(/evil|roles\/new/);
});

test("[PM-05] differences of roles are compared, and a role is cloned under a new name", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const name = uniqueName("Port");
  const [less, more] = [`${name} less`, `${name} more`];
  await api.createRole({ roleName: less, permissions: ["UserView"] });
  const permissions = ["UserView", "UserView_EditAction"] as const;
  await api.createRole({ roleName: more, permissions });
  await page.goto(product.at(`/roles?phrase=${encodeURIComponent(name)}`));
  const table = new ResourceTable(page, "Roles");
  await table.row(less).getByRole("checkbox").check();
  const compare = table.selection.getByRole("button", { name: "Compare" });
  await expect(compare).toHaveAttribute("aria-disabled", "true");
  await table.row(more).getByRole("checkbox").check();
  await compare.click();
  const dialog = page.getByRole("dialog", { name: "Compare roles" });
  await expect(dialog.getByRole("status")).toHaveText("1 permission differs");
  await expect(dialog.getByRole("list", { name: "Roles" }).getByRole("listitem")).toHaveText([
    `A${less}`,
    `B${more}`,
  ]);
  await expect(dialog.getByRole("rowheader")).toHaveText(["Users"]);
  await expect(dialog.getByRole("gridcell", { name: `Users: Edit: Only ${more}` })).toHaveText(/^B/);
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole("checkbox", { name: "Differences only" }).uncheck();
  await expect(readPermission(page, "Roles: Delete", "Not granted")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(compare).toBeFocused();

  await page.setViewportSize({ width: 1280, height: 780 });
  await table.row(more).getByRole("link").click();
  await page.getByRole("button", { name: "Duplicate" }).click();
  const form = page.getByRole("dialog", { name: `Duplicate ${more}` });
  const roleName = form.getByRole("textbox", { name: "Role name" });
  await expect(roleName).toHaveValue(`${more} (copy)`);
  await roleName.fill(less);
  await form.getByRole("button", { name: "Create role" }).click();
  await expect(roleName).toHaveAccessibleDescription(/already/);
  const copy = `${name} copy`;
  await roleName.fill(copy);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: copy })).toBeVisible();
  const { list } = await api.call(contract.roles.list, { query: { phrase: copy } });
  expect(list).toEqual([expect.objectContaining({ roleName: copy, permissionCount: 2, userCount: 0 })]);
});
