import { contract } from "@/lib/contract";
import type { PermissionName } from "@/lib/contract/permissions";
import type { ApiClient } from "../support/api-client";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { permissionBox, readPermission } from "./pages/permissions";
import { confirm, edit, save } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

async function granted(api: ApiClient, roleId: string): Promise<string[]> {
  const nodes = await api.call(contract.roles.permissions, { params: { roleId } });
  return nodes
    .flatMap(({ view, actions, segments }) => [
      view,
      ...actions,
      ...segments.flatMap(({ segment, actions: own }) => [segment, ...own]),
    ])
    .filter(({ permissionValue }) => permissionValue)
    .map(({ permissionId }) => permissionId)
    .sort();
}

test("[PM-03] permissions are searched, toggled with dependencies, and saved; built-in is read-only", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const permissions: PermissionName[] = ["UserView", "UserView_EditAction"];
  const roleId = await api.createRole({ permissions });
  await page.goto(product.at(`/roles/${roleId}?tab=permissions`));
  const box = (name: string) => permissionBox(page, name);
  await test.step("the search finds permissions by label and by technical name", async () => {
    const search = page.getByRole("searchbox", { name: "Search permissions" });
    const rows = page.getByRole("grid", { name: "Permissions" }).getByRole("rowheader");
    await search.fill("users of the role");
    await expect(rows).toHaveText(["Roles", "Users of the role"]);
    await search.fill("UserView_CreateApiKey");
    await expect(rows).toHaveText(["Users"]);
    await expect(page.getByText("Generate API key", { exact: true })).toBeVisible();
    await search.fill("nothing like that");
    await expect(page.getByText("No results", { exact: true })).toBeVisible();
    await search.fill("");
  });

  await test.step("turning a view off includes its children; a row's head affects one view", async () => {
    await edit(page);
    await box("Users: See").uncheck();
    await expect(box("Users: Edit")).not.toBeChecked();
    await expect(page.getByText("2 changes", { exact: true })).toBeVisible();
    await box("Users: all").check();
    const users = page.getByRole("checkbox", { name: /^Users(?: ›|:)/ });
    for (const toggle of await users.all()) await expect(toggle).toBeChecked();
    await expect(box("Roles: Edit")).not.toBeChecked();
    await box("Users: all").uncheck();
    for (const toggle of await users.all()) await expect(toggle).not.toBeChecked();
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await granted(api, roleId)).toEqual(permissions.toSorted());
  });

  await test.step("a permission includes its parents, and is saved", async () => {
    const grid = page.getByRole("grid", { name: "Permissions" });
    await expect(readPermission(page, "Roles: See", "Not granted")).toBeVisible();
    await expect(grid.getByRole("checkbox")).toHaveCount(0);

    await edit(page);
    await box("Roles › Users of the role: Add").check();
    await expect(box("Roles › Users of the role: See")).toBeChecked();
    await expect(box("Roles: See")).toBeChecked();
    await save(page);
    await expect(page.getByText("Changes saved.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeFocused();
    await expect(grid.getByRole("checkbox")).toHaveCount(0);
    expect(await granted(api, roleId)).toEqual(
      ["RoleView", "RoleView_UserSection", "RoleView_UserSection_AddAction", ...permissions].sort(),
    );
  });

  await test.step("presets replace what is granted", async () => {
    await edit(page);
    await page.getByRole("button", { name: "Read only" }).click();
    await expect(box("Users: Edit")).not.toBeChecked();
    await expect(box("See: all")).toBeChecked();
    await page.getByRole("button", { name: "Everything" }).click();
    await expect(box("Users: Generate API key")).toBeChecked();
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("the built-in administrator role cannot be edited", async () => {
    await new WorkspacePage(page).choose("Settings", "Roles");
    await page.getByRole("gridcell").getByRole("link", { name: "Administrator", exact: true }).click();
    await page.getByRole("tab", { name: "Permissions" }).click();
    await expect(page.getByText("cannot be changed").filter({ visible: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeDisabled();
  });
});

test("[PM-03] [FM-09] saving permissions invalidates other data, and detects concurrent changes", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleName = uniqueName("Edited");
  const roleId = await api.createRole({ roleName, permissions: ["UserView"] });
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/roles/${roleId}?tab=permissions`));
  await test.step("grantable roles are refetched after a permission change", async () => {
    await workspace.choose("Settings", "Users");
    await workspace.panel.getByRole("link", { name: "New user" }).click();
    await expect(page.getByRole("button", { name: "Create user" })).toBeVisible();
    await workspace.tab(new RegExp(roleName)).click();
    await edit(page);
    await permissionBox(page, "Reports: See").check();
    await save(page);
    await expect(page.getByText("Changes saved.")).toBeVisible();
    const asked = page.waitForRequest(/\/api\/dictionaries\/roles/);
    await workspace.tab("New user").click();
    await asked;
  });

  await test.step("permissions refetched during an edit are not overwritten silently", async () => {
    await workspace.tab(new RegExp(roleName)).click();
    const other = uniqueName("Other");
    await edit(page);
    await permissionBox(page, "Users: Edit").check();
    await api.call(contract.roles.savePermissions, {
      params: { roleId },
      body: [{ permissionId: "RoleView", permissionValue: true }],
    });
    // Another tab saves a role, which invalidates all data of roles.
    await page.getByRole("banner").getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "Roles" }).click();
    await page.getByRole("link", { name: "New role" }).click();
    await page.getByRole("textbox", { name: "Role name" }).fill(other);
    await page.getByRole("button", { name: "Create role" }).click();
    await expect(page.getByRole("heading", { level: 1, name: other })).toBeVisible();
    await workspace.tab(new RegExp(roleName)).click();
    // The stored state is refreshed, and the edit keeps its base.
    await expect(permissionBox(page, "Users: Edit")).toBeChecked();
    await save(page);
    await expect(page.getByRole("dialog")).toContainText("compare and choose");
  });
});

test("[PM-03] users cannot turn on a permission that they lack", async ({ page, product, api }) => {
  const roleId = await api.createRole();
  const editor = await api.createUser({
    permissions: ["RoleView", "RoleView_EditAction", "RoleView_PermissionSection"],
  });
  await signIn(page, product, editor);
  await page.goto(product.at(`/roles/${roleId}?tab=permissions`));
  await edit(page);
  const lacking = permissionBox(page, "Users: See");
  await expect(lacking).toBeDisabled();
  await expect(lacking).toHaveAccessibleDescription(/do not have yourself/);
  await lacking.focus();
  await page.keyboard.press("Space");
  await expect(lacking).not.toBeChecked();
  await permissionBox(page, "Roles: See").check();
  await save(page);
  await expect(page.getByText("Changes saved.")).toBeVisible();
  expect(await granted(api, roleId)).toEqual(["RoleView"]);
});

test("[FM-09] concurrent permission changes are compared, and overwriting keeps both [PM-03]", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const before: PermissionName[] = ["UserView", "UserView_EditAction"];
  const roleId = await api.createRole({ permissions: before });
  const grantMeanwhile = (...names: PermissionName[]) =>
    api.call(contract.roles.savePermissions, {
      params: { roleId },
      body: names.map((permissionId) => ({ permissionId, permissionValue: true })),
    });
  await page.goto(product.at(`/roles/${roleId}?tab=permissions`));
  const invite = permissionBox(page, "Users: Invite");
  const boxes = page.getByRole("grid", { name: "Permissions" }).getByRole("checkbox");
  const dialog = page.getByRole("dialog");

  await edit(page);
  await invite.check();
  await grantMeanwhile(...before, "RoleView");
  await save(page);
  await expect(dialog).toContainText("compare and choose");
  await expect(dialog.getByRole("row", { name: /Users › Invite/ })).toContainText("Not granted");
  await expect(dialog.getByRole("row", { name: /^Roles Not granted Not granted Granted/ })).toBeVisible();

  // Viewing loses nothing: saving again asks again.
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(invite).toBeChecked();
  await save(page);
  await dialog.getByRole("button", { name: "Overwrite with yours" }).click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(boxes).toHaveCount(0);
  const both = [...before, "RoleView", "UserView_InviteAction"].sort();
  expect(await granted(api, roleId)).toEqual(both);

  await edit(page);
  await permissionBox(page, "Users: Delete").check();
  await grantMeanwhile("UserView");
  await save(page);
  await dialog.getByRole("button", { name: "Use theirs" }).click();
  await expect(boxes).toHaveCount(0);
  await expect(readPermission(page, "Users: Invite", "Not granted")).toBeVisible();
  expect(await granted(api, roleId)).toEqual(["UserView"]);
});

test("[PM-04] changed permissions apply to menus, tabs and actions with the next request", {
  tag: "@main",
}, async ({ page, product, api }) => {
  const roleId = await api.createRole({ permissions: ["UserView"] });
  const reader = await api.createUser({ roleIds: [roleId] });
  const grant = (...names: PermissionName[]) =>
    api.call(contract.roles.savePermissions, {
      params: { roleId },
      body: names.map((permissionId) => ({ permissionId, permissionValue: true })),
    });
  const settings = async () => {
    await page.getByRole("banner").getByRole("button", { name: "Settings" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    const items = await page.getByRole("menuitem").allInnerTexts();
    await page.keyboard.press("Escape");
    return items;
  };
  await signIn(page, product, reader);
  await page.goto(product.at(`/users/${reader.userId}`));
  const rolesTab = page.getByRole("tab", { name: /^Roles/ });
  const editButton = page.getByRole("button", { name: "Edit", exact: true });
  const refresh = page.getByRole("button", { name: "Refresh" });
  await expect(refresh).toBeEnabled();
  await expect(rolesTab).toHaveCount(0);
  expect(await settings()).toEqual(["Users"]);

  await grant("UserView", "UserView_EditAction", "UserView_RoleSection", "RoleView");
  await refresh.click();
  await expect(rolesTab).toBeVisible();
  await expect(editButton).toBeEnabled();
  expect(await settings()).toEqual(["Users", "Roles"]);

  await grant("UserView");
  await expect(refresh).toBeEnabled();
  await refresh.click();
  await expect(rolesTab).toHaveCount(0);
  await expect(editButton).toHaveCount(0);
  expect(await settings()).toEqual(["Users"]);

  await test.step("a revoked permission disappears from an open session during an edit", async () => {
    await grant("UserView", "UserView_EditAction", "RoleView");
    await expect(refresh).toBeEnabled();
    await refresh.click();
    await edit(page);
    await page.getByRole("textbox", { name: "First name" }).fill("Too late");
    await grant("UserView");
    await save(page);
    await expect(new WorkspacePage(page).toasts.filter({ hasText: "Unauthorized access." })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Too late");
    // The refusal invalidates the shell's cached permissions.
    expect(await settings()).toEqual(["Users"]);
  });
});

test("[PM-01] [TB-09] without permissions for roles their actions, sub-tabs and pickers are hidden", {
  tag: "@main",
}, async ({ page, product, api }) => {
  const roleId = await api.createRole();
  const reader = await api.createUser({ permissions: ["RoleView", "RoleView_UserSection"] });
  await signIn(page, product, reader);
  await page.goto(product.at(`/roles/${roleId}?tab=permissions`));
  const tabs = page.getByRole("tablist", { name: "Sections" }).getByRole("tab");
  await expect(tabs).toHaveText([/Role/, /Users/]);
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
  await tabs.last().click();
  await expect(tabs.last()).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("No users yet", { exact: true })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Permissions" })).toHaveCount(0);
  for (const name of ["Add users", "Edit", "Delete", "History"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
});

test("[PM-05] [US-01] viewing as another user applies to all windows, is read-only, and ends cleanly", async ({
  signedInPage: page,
  context,
  product,
  api,
}) => {
  const lastName = uniqueName("Seen");
  const viewed = await api.createUser({
    lastName,
    permissions: ["UserView", "UserView_EditAction", "RoleView"],
  });
  const other = await context.newPage();
  await other.goto(product.at("/attachments"));
  await page.goto(product.at(`/users/${viewed.userId}?tab=roles`));
  const workspace = new WorkspacePage(page);
  await workspace.listens();
  const banner = (where: typeof page) =>
    where.getByRole("status").filter({ hasText: `You see what Ada ${lastName} sees` });

  await test.step("after confirmation both windows show the other user's view", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "View as" }).click();
    await expect(workspace.dialog).toContainText("For at most 30 minutes");
    await confirm(page, "View as");
    for (const where of [page, other]) {
      await expect(banner(where)).toContainText("at the latest");
      await expect(where.getByRole("heading", { name: "Welcome, Ada" })).toBeVisible();
    }
    await workspace.expectTabs("Dashboard");
    await page.getByRole("banner").getByRole("button", { name: "Settings" }).click();
    await expect(page.getByRole("menu").getByRole("menuitem")).toHaveText(["Users", "Roles"]);
    await page.keyboard.press("Escape");
  });

  await test.step("nothing can be changed, and personal data is hidden", async () => {
    await workspace.choose("Settings", "Users");
    await expect(page.getByRole("grid", { name: "Users" }).getByRole("row").nth(1)).toBeVisible();
    for (const name of ["New user", "Export", "Import"])
      await expect(workspace.panel.getByText(name, { exact: true })).toHaveCount(0);
    await workspace.follow(product.at(`/users/${viewed.userId}`));
    await expect(workspace.panel.getByRole("heading", { name: `Ada ${lastName}` })).toBeVisible();
    await expect(
      workspace.panel.getByRole("button", { name: /^(Edit|Delete|More actions|Set password)$/ }),
    ).toHaveCount(0);
    await workspace.choose("User menu", "My account");
    await expect(page.getByText("This is private")).toBeVisible();
    await expect(workspace.panel.getByRole("tab")).toHaveCount(0);
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    expect(kept).not.toContain("/my-account");
    expect(await page.evaluate(() => Object.keys(localStorage).join(" "))).not.toContain(viewed.userId);
  });

  await test.step("ending it returns each window to its starting place", async () => {
    await banner(page).getByRole("button", { name: "Stop viewing" }).click();
    await expect(page).toHaveURL(product.at(`/users/${viewed.userId}?tab=roles`));
    await expect(other).toHaveURL(product.at("/attachments"));
    for (const where of [page, other]) await expect(banner(where)).toHaveCount(0);
    await page.getByRole("button", { name: "History" }).click();
    const changes = workspace.dialog.getByRole("grid", { name: "Changes" });
    await expect(changes.getByText("Viewing as this person ended")).toBeVisible();
    await expect(changes.getByText("Viewing as this person started")).toBeVisible();
  });
});
