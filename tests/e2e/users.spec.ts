import { contract } from "@/lib/contract";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { LoginPage } from "./pages/login-page";
import { confirm, edit, ResourceTable, readField, save } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

test("[US-01] [US-02] [TB-08] users are created with required fields, resend question, default roles", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, browser, consoleErrors }) => {
  consoleErrors.allow(/status of 409/);
  const standard = uniqueName("Standard");
  await api.call(contract.roles.create, { body: { roleName: standard, isDefault: true } });
  const [userName, again] = [uniqueName("newcomer"), uniqueName("again")];
  const field = (name: string) => page.getByRole("textbox", { name });
  const password = page.getByLabel("Password", { exact: false }).first();
  const create = page.getByRole("button", { name: "Create user" });
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users"));

  await test.step("the form reports missing fields and keeps its input", async () => {
    await page.getByRole("link", { name: "New user" }).click();
    await field("E-mail").fill("not an address");
    await create.click();
    await expect(field("Username")).toBeFocused();
    await expect(field("Username")).toHaveAccessibleDescription(/fill in/);
    await expect(field("E-mail")).toHaveAccessibleDescription(/e-mail/);
    await expect(field("E-mail")).toHaveValue("not an address");
  });

  await test.step("a first failure asks instead of reporting", async () => {
    const sent: unknown[] = [];
    await page.route("**/api/users/create", async (route) => {
      const { isProceed } = route.request().postDataJSON();
      sent.push(isProceed);
      const json = { status: 409, code: "x", title: "Title", message: "The moon is in the way." };
      return isProceed ? route.continue() : route.fulfill({ status: 409, json });
    });
    await field("E-mail").fill("");
    await field("Username").fill(again);
    await password.fill("Correct-horse-7");
    await create.click();
    const question = page.getByRole("dialog", { name: "Resend invite?" });
    await expect(question).toContainText("The moon is in the way.");
    await expect(workspace.toasts).toHaveCount(0);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(field("Username")).toHaveValue(again);
    await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
    await create.click();
    await question.getByRole("button", { name: "Resend invite" }).click();
    await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}$/);
    expect(sent).toEqual([false, false, true]);
    await expect(workspace.activeTab).toHaveText(again);
  });

  await test.step("the created user has a tab, and can sign in", async () => {
    await page.unrouteAll();
    await workspace.tab("Users").click();
    await page.getByRole("link", { name: "New user" }).click();
    await page.getByRole("combobox", { name: "Roles" }).focus();
    await expect(page.getByRole("button", { name: `Remove ${standard}` })).toBeVisible();
    await field("Username").fill(userName);
    await password.fill("Correct-horse-7");
    await field("Last name").fill("Newcomer");
    await create.click();
    await expect(page.getByRole("heading", { level: 1, name: "Newcomer" })).toBeVisible();
    await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("tab", { name: "New user" })).toHaveCount(0);
    const newcomer = await browser.newContext();
    await signIn(newcomer, product, { userName, password: "Correct-horse-7" });
    await newcomer.close();
  });
});

test("[US-06] a suspended user has a badge and cannot sign in until reactivated", async ({
  signedInPage: page,
  product,
  api,
  browser,
}) => {
  const person = await api.createUser();
  const head = page.locator("main header").first();
  const active = page.getByRole("checkbox", { name: "Active" });
  await page.goto(product.at(`/users/${person.userId}`));
  await edit(page);
  await active.click();
  await save(page);
  await expect(head).toContainText("Suspended");

  const own = await (await browser.newContext()).newPage();
  const login = new LoginPage(own);
  await own.goto(product.at("/"));
  await login.signIn(person);
  await expect(login.alert).toContainText("Your account here is suspended.");

  await edit(page);
  await active.click();
  await save(page);
  await expect(head).not.toContainText("Suspended");
  await login.signIn(person);
  await expect(own.getByRole("tablist").first()).toBeVisible();
  await own.context().close();
});

test("[US-01] a user is shown with settings, edited, linked from the list, and deleted with a warning", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const { userId } = await api.createUser();
  const userName = uniqueName("nameless");
  const nameless = await api.call(contract.users.create, {
    body: { userName, password: "Correct-horse-7", roleIds: [] },
  });
  await page.goto(product.at(`/users/${userId}`));
  const head = page.locator("main header").first();

  await test.step("settings are a separate read-only section", async () => {
    const settings = page.getByRole("region", { name: "Preferences", exact: true });
    await expect(settings).toContainText("Language");
    await expect(settings).toContainText("31.12.2026 (DD.MM.YYYY)");
    await expect(settings).toContainText("As in the user’s browser");
    await expect(settings.getByRole("button")).toHaveCount(0);
    // The picture has its declared size.
    const box = await page.locator("main [data-initials]").last().boundingBox();
    expect([box?.width, box?.height]).toEqual([72, 72]);
    // Author and last editor of the record.
    await expect(head).toContainText(/Created .* by /);
    await expect(head).not.toContainText("Changed");
  });

  await test.step("first name, last name and user name are required", async () => {
    await edit(page);
    const names = ["First name", "Last name", "Username"];
    for (const name of names) await page.getByRole("textbox", { name }).fill("");
    await save(page);
    for (const name of names)
      await expect(page.getByRole("textbox", { name })).toHaveAccessibleDescription(
        "Please fill in this field.",
      );
    await page.getByRole("textbox", { name: "First name" }).fill("Grace");
    await page.getByRole("textbox", { name: "Last name" }).fill("Hopper");
    await page.getByRole("textbox", { name: "Username" }).fill(uniqueName("grace"));
    await save(page);
    await expect(page.getByRole("heading", { level: 1, name: "Grace Hopper" })).toBeVisible();
    await expect(page).toHaveTitle(/Grace Hopper/);
    await expect(head).toContainText(/Created .* by .*Changed .* by /);
  });

  await test.step("a user without names is edited without them, and deleted", async () => {
    await page.getByRole("link", { name: "Go to list" }).click();
    await expect(page).toHaveURL(product.at("/users"));
    const table = new ResourceTable(page, "Users");
    await table.search.fill(userName);
    await table.row(userName).getByRole("link").click();
    await expect(page).toHaveURL(product.at(`/users/${nameless}`));
    await edit(page);
    await page.getByRole("textbox", { name: "E-mail" }).fill("nameless@example.com");
    await save(page);
    await expect(readField(page, "E-mail")).toHaveText("nameless@example.com");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByRole("dialog")).toContainText("but not their API keys");
    await confirm(page, "Delete user");
    await expect(page.getByRole("tab", { name: userName })).toHaveCount(0);
    await page.goto(product.at(`/users/${nameless}`));
    await expect(page.getByText("The record has been deleted").first()).toBeVisible();
  });
});

test("[US-01] quick filters count users who never signed in, and filter by them", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const lastName = uniqueName("quick");
  await api.createUser({ lastName });
  await page.goto(product.at(`/users?phrase=${lastName}`));
  const quick = page.getByRole("group", { name: "Quick filters" });
  const neverSignedIn = quick.getByRole("button", { name: /^Never signed in \d+\+?$/ });
  await neverSignedIn.click();
  await expect(neverSignedIn).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/filters=lastLoginDate%3Aempty/);
  await expect(new ResourceTable(page, "Users").rows).toHaveCount(1);
  await neverSignedIn.click();
  await expect(page).not.toHaveURL(/filters=/);
  await expect(page).toHaveURL(/phrase=/);
});

test("[US-01] [US-04] [PM-05] a password is set, and roles are added, explained and removed", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, browser }) => {
  const user = await api.createUser();
  const params = { userId: user.userId };
  await page.goto(product.at(`/users/${user.userId}`));
  await test.step("the API keys are revoked with the old password", async () => {
    await api.call(contract.users.createApiKey, { params, query: { keyName: "Backup" } });
    await page.getByRole("button", { name: "Set password" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("checkbox", { name: "Revoke the API keys too" })).toBeChecked();
    await expect(dialog).toContainText("API keys: Backup");
    const [first, second] = [dialog.locator("input").nth(0), dialog.locator("input").nth(1)];
    await first.fill("Another-horse-8");
    await second.fill("Another-horse-9");
    await dialog.getByRole("button", { name: "Set password" }).click();
    await expect(second).toHaveAccessibleDescription(/do not match/);
    await second.fill("Another-horse-8");
    await dialog.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("Password set.")).toBeVisible();
    expect((await api.call(contract.users.apiKeys, { params })).totalCount).toBe(0);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(dialog.getByRole("checkbox", { name: "Revoke the API keys too" })).toBeVisible();
    await expect(dialog).not.toContainText("Backup");
    const elsewhere = await browser.newContext();
    await signIn(elsewhere, product, { userName: user.userName, password: "Another-horse-8" });
    await elsewhere.close();
    await page.keyboard.press("Escape");
  });
  await test.step("roles", async () => {
    const roleName = uniqueName("Role");
    const roleId = await api.createRole({ roleName });
    await page.getByRole("tab", { name: "Roles" }).click();
    await expect(page.getByText("No roles yet")).toBeVisible();
    await page.getByRole("button", { name: "Add roles" }).first().click();
    const picker = page.getByRole("dialog", { name: /Add roles/ });
    await expect(picker.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
    await picker.getByRole("searchbox").fill(roleName);
    await picker.getByRole("checkbox", { name: `Select ${roleName}` }).check();
    await picker.getByRole("button", { name: "Add (1)" }).click();
    await expect(picker).toBeHidden();

    const table = new ResourceTable(page, "Roles");
    await expect(table.row(roleName)).toBeVisible();
    const held = await api.call(contract.users.roles, { params });
    expect(held.list.map((role) => role.roleId)).toEqual([roleId]);
    await api.call(contract.roles.savePermissions, {
      params: { roleId },
      query: {},
      body: [{ permissionId: "RoleView", permissionValue: true }],
    });
    await page.getByRole("tab", { name: "Permissions" }).click();
    await expect(page.getByRole("gridcell", { name: `Roles: See: From ${roleName}` })).toBeVisible();
    await expect(
      page.getByRole("list", { name: "Roles" }).getByRole("link", { name: roleName }),
    ).toBeVisible();
    await page.getByRole("tab", { name: /^Roles/ }).click();
    await table.row(roleName).getByRole("checkbox").check();
    await table.selection.getByRole("button", { name: "Remove" }).click();
    await confirm(page, "Remove");
    await expect(page.getByText("No roles yet")).toBeVisible();
  });
});

test("[AU-09] deleting one's own account signs out", async ({ signedInPage: page, product, user }) => {
  await page.goto(product.at(`/users/${user.userId}`));
  const ownPassword = page.getByRole("button", { name: "Set password" });
  await expect(ownPassword).toBeDisabled();
  await expect(ownPassword).toHaveAccessibleDescription(/My account/);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toContainText("your own account");
  await page.getByRole("dialog").getByRole("button", { name: "Delete user" }).click();
  await expect(page.getByRole("heading", { name: "Login with user and password" })).toBeVisible();
});

test("[PM-01] [US-01] without permissions for users their actions, tabs, settings and links are hidden", async ({
  page,
  product,
  api,
}) => {
  const subject = await api.createUser();
  await signIn(page, product, await api.createUser({ permissions: ["UserView"] }));
  await page.goto(product.at(`/users?phrase=${subject.userName}`));
  const table = new ResourceTable(page, "Users");
  await expect(table.row(subject.userName)).toBeVisible();
  await expect(page.getByRole("link", { name: "New user" })).toHaveCount(0);
  for (const name of ["Invite user", "Invited"])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  await expect(table.rows.getByRole("checkbox")).toHaveCount(0);
  await table.row(subject.userName).getByRole("link").click();
  await expect(readField(page, "Username")).toHaveText(subject.userName);
  await expect(page.getByText("Last sign-in").filter({ visible: true })).toBeVisible();
  for (const name of ["Edit", "Delete", "History", "Set password", "Generate API key"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole("tab", { name: "Roles" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Preferences", exact: true })).toHaveCount(0);
});

test("[RT-04] a view without its permission says 'item forbidden'", async ({ page, product, api }) => {
  const stranger = await api.createUser();
  await signIn(page, product, stranger);
  for (const path of ["/roles/new", `/users/${stranger.userId}`]) {
    await page.goto(product.at(path));
    await expect(page.getByText("Error! item forbidden")).toBeVisible();
  }
});

test("[US-01] actions on users with more permissions are disabled with a reason [US-05]", async ({
  page,
  product,
  api,
}) => {
  const stronger = await api.createUser({ permissions: ["RoleView"] });
  const weaker = await api.createUser();
  const helper = await api.createUser({
    permissions: ["UserView", "UserView_EditAction", "UserView_CreateApiKey", "UserView_DeleteAction"],
  });
  await signIn(page, product, helper);
  await page.goto(product.at(`/users/${stronger.userId}`));
  const remove = page.getByRole("button", { name: "Delete" });
  await expect(remove).toBeDisabled();
  await expect(remove).toHaveAccessibleDescription(/has more permissions than you.*delete them/);
  const setPassword = page.getByRole("button", { name: "Set password" });
  await expect(setPassword).toBeDisabled();
  await expect(setPassword).toHaveAccessibleDescription(/has more permissions than you.*set the password/);
  await setPassword.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: "Generate API key" }).click();
  const dialog = page.getByRole("dialog", { name: /^API keys of/ });
  await expect(dialog.getByText(/has more permissions than you.*generate or revoke API keys/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Generate API key" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).click();

  await edit(page);
  for (const name of ["Username", "E-mail"]) {
    const field = page.getByRole("textbox", { name, exact: true });
    await expect(field).not.toBeEditable();
    await expect(field).toHaveAccessibleDescription(/has more permissions than you/);
  }
  await page.getByRole("textbox", { name: "First name" }).fill("Grace");
  await save(page);
  await expect(readField(page, "First name")).toHaveText("Grace");
  await expect(setPassword).toBeDisabled();

  await new WorkspacePage(page).choose("Settings", "Users");
  const table = new ResourceTable(page, "Users");
  await table.search.fill(weaker.userName);
  await table.row(weaker.userName).getByRole("link").click();
  await expect(setPassword).toBeEnabled();
  await setPassword.click();
  await expect(page.getByRole("dialog", { name: /^Set the password of/ })).toBeVisible();
});

test("[US-02] [US-04] roles that may not be granted are marked, not addable, and not preselected", async ({
  page,
  product,
  api,
}) => {
  const name = uniqueName("Tier");
  await api.createRole({ roleName: `${name} high`, permissions: ["RoleView"] });
  await api.createRole({ roleName: `${name} low` });
  const subject = await api.createUser();
  const helper = await api.createUser({
    permissions: ["UserView", "UserView_AddAction", "UserView_EditAction", "UserView_RoleSection"],
  });
  const roleName = uniqueName("Deputy");
  const roleId = await api.call(contract.roles.create, { body: { roleName, isDefault: true } });
  await api.call(contract.roles.savePermissions, {
    params: { roleId },
    body: [{ permissionId: "RoleView", permissionValue: true }],
  });
  await signIn(page, product, helper);
  await page.goto(product.at(`/users/${subject.userId}?tab=roles`));
  await page.getByRole("button", { name: "Add roles" }).first().click();
  const dialog = page.getByRole("dialog", { name: /^Add roles to/ });
  await dialog.getByRole("searchbox").fill(name);
  const high = dialog.getByRole("row", { name: `${name} high` });
  const low = dialog.getByRole("row", { name: `${name} low` });
  await expect(high).toContainText("You cannot assign this role");
  await expect(low).not.toContainText("You cannot assign this role");
  await high.getByRole("checkbox").check();
  const add = dialog.getByRole("button", { name: /^Add/ });
  await expect(add).toBeDisabled();
  await expect(add).toHaveAccessibleDescription(
    `You cannot assign ${name} high: it has permissions that you do not have yourself.`,
  );
  await high.getByRole("checkbox").uncheck();
  await low.getByRole("checkbox").check();
  await add.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: `${name} low` })).toBeVisible();

  await new WorkspacePage(page).choose("Settings", "Users");
  await page.getByRole("link", { name: "New user" }).click();
  const roles = page.getByRole("combobox", { name: "Roles" });
  await expect(roles).toHaveAccessibleDescription(new RegExp(`^Not selected.*${roleName}`));
  await roles.fill(roleName);
  const option = page.getByRole("option", { name: roleName });
  await expect(option).toContainText("You cannot assign this role");
  await expect(option).toBeDisabled();
  await roles.press("ArrowDown");
  await roles.press("Enter");
  await expect(page.getByRole("button", { name: `Remove ${roleName}` })).toHaveCount(0);
  await roles.press("Tab");
  await expect(roles).toHaveAttribute("aria-invalid", "true");
});
