import { contract } from "@/lib/contract";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { confirm, edit, ResourceTable, readField, save } from "./pages/resource";

test("[US-01] a user is created with roles, the default ones selected already, and signs in [TB-08]", async ({
  signedInPage: page,
  product,
  api,
  browser,
}) => {
  const standard = uniqueName("Standard");
  await api.call(contract.roles.create, { body: { roleName: standard, isDefault: true } });
  const userName = uniqueName("newcomer");
  await page.goto(product.at("/users"));
  await page.getByRole("link", { name: "New user" }).click();
  await page.getByRole("combobox", { name: "Roles" }).focus();
  await expect(page.getByRole("button", { name: `Remove ${standard}` })).toBeVisible();
  await page.getByRole("textbox", { name: "Username" }).fill(userName);
  await page.getByLabel("Password", { exact: false }).first().fill("Correct-horse-7");
  await page.getByRole("textbox", { name: "Last name" }).fill("Newcomer");
  await page.getByRole("button", { name: "Create user" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Newcomer" })).toBeVisible();
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("tab", { name: "New user" })).toHaveCount(0);
  const newcomer = await browser.newContext();
  await signIn(newcomer, product, { userName, password: "Correct-horse-7" });
  await newcomer.close();
});

test("[US-01] the create form asks for what is required and keeps what was typed", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/users/new"));
  await page.getByRole("textbox", { name: "E-mail" }).fill("not an address");
  await page.getByRole("button", { name: "Create user" }).click();
  await expect(page.getByRole("textbox", { name: "Username" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveAccessibleDescription(/fill in/);
  await expect(page.getByRole("textbox", { name: "E-mail" })).toHaveAccessibleDescription(/e-mail/);
  await expect(page.getByRole("textbox", { name: "E-mail" })).toHaveValue("not an address");
});

test("[US-01] a user is edited, first name, last name and user name are required, and Go to list leads to the users", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId } = await api.createUser();
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  for (const name of ["First name", "Last name", "Username"])
    await page.getByRole("textbox", { name }).fill("");
  await save(page);
  for (const name of ["First name", "Last name", "Username"])
    await expect(page.getByRole("textbox", { name })).toHaveAccessibleDescription(
      "Please fill in this field.",
    );
  await page.getByRole("textbox", { name: "First name" }).fill("Grace");
  await page.getByRole("textbox", { name: "Last name" }).fill("Hopper");
  await page.getByRole("textbox", { name: "Username" }).fill(uniqueName("grace"));
  await save(page);
  await expect(page.getByRole("heading", { level: 1, name: "Grace Hopper" })).toBeVisible();
  await expect(page).toHaveTitle(/Grace Hopper/);
  await page.getByRole("link", { name: "Go to list" }).click();
  await expect(page).toHaveURL(product.at("/users"));
});

test("[US-01] somebody who was made without names is edited without them", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const userName = uniqueName("nameless");
  const userId = await api.call(contract.users.create, {
    body: { userName, password: "Correct-horse-7", roleIds: [] },
  });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await page.getByRole("textbox", { name: "E-mail" }).fill("nameless@example.com");
  await save(page);
  await expect(readField(page, "E-mail")).toHaveText("nameless@example.com");
});

test("[US-01] [PM-05] a password is set when both entries match, and the API keys end with the one before", async ({
  signedInPage: page,
  product,
  api,
  browser,
}) => {
  const user = await api.createUser();
  const params = { userId: user.userId };
  await api.call(contract.users.createApiKey, { params, query: { keyName: "Backup" } });
  await page.goto(product.at(`/users/${user.userId}`));
  await page.getByRole("button", { name: "Set password" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("checkbox", { name: "End the API keys too" })).toBeChecked();
  await expect(dialog).toContainText("API keys: Backup");
  const [first, second] = [dialog.locator("input").nth(0), dialog.locator("input").nth(1)];
  await first.fill("Another-horse-8");
  await second.fill("Another-horse-9");
  await dialog.getByRole("button", { name: "Set password" }).click();
  await expect(second).toHaveAccessibleDescription(/differ/);
  await second.fill("Another-horse-8");
  await dialog.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password set.")).toBeVisible();
  expect((await api.call(contract.users.apiKeys, { params })).totalCount).toBe(0);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(dialog.getByRole("checkbox", { name: "End the API keys too" })).toBeVisible();
  await expect(dialog).not.toContainText("Backup");
  const elsewhere = await browser.newContext();
  await signIn(elsewhere, product, { userName: user.userName, password: "Another-horse-8" });
  await elsewhere.close();
});

test("[US-01] a user is deleted after a confirmation that says what is lost", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const user = await api.createUser();
  await page.goto(product.at(`/users/${user.userId}`));
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toContainText("loses all roles");
  await confirm(page, "Delete user");
  await expect(page.getByRole("tab", { name: new RegExp(user.lastName) })).toHaveCount(0);
  await page.goto(product.at(`/users/${user.userId}`));
  await expect(page.getByText("The record has been deleted").first()).toBeVisible();
});

test("[AU-09] somebody who deletes their own account is signed out", async ({
  signedInPage: page,
  product,
  user,
}) => {
  await page.goto(product.at(`/users/${user.userId}`));
  const ownPassword = page.getByRole("button", { name: "Set password" });
  await expect(ownPassword).toBeDisabled();
  await expect(ownPassword).toHaveAccessibleDescription(/My account/);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toContainText("your own account");
  await page.getByRole("dialog").getByRole("button", { name: "Delete user" }).click();
  await expect(page.getByRole("heading", { name: "Login with user and password" })).toBeVisible();
});

test("[US-04] [PM-05] roles of a user are added by the picker, say what they allow, and are removed", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleName = uniqueName("Role");
  const roleId = await api.createRole({ roleName });
  const { userId } = await api.createUser();
  await page.goto(product.at(`/users/${userId}?tab=roles`));
  await expect(page.getByText("No roles yet")).toBeVisible();
  await page.getByRole("button", { name: "Add roles" }).first().click();
  const dialog = page.getByRole("dialog", { name: /Add roles/ });
  await expect(dialog.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
  await dialog.getByRole("searchbox").fill(roleName);
  await dialog.getByRole("checkbox", { name: `Select ${roleName}` }).check();
  await dialog.getByRole("button", { name: "Add (1)" }).click();
  await expect(dialog).toBeHidden();

  const table = new ResourceTable(page, "Roles");
  await expect(table.row(roleName)).toBeVisible();
  const held = await api.call(contract.users.roles, { params: { userId } });
  expect(held.list.map((role) => role.roleId)).toEqual([roleId]);
  await api.call(contract.roles.savePermissions, {
    params: { roleId },
    query: {},
    body: [{ permissionId: "RoleView", permissionValue: true }],
  });
  await page.getByRole("tab", { name: "Permissions" }).click();
  await expect(
    page.getByRole("region", { name: "Roles" }).getByRole("link", { name: roleName }),
  ).toBeVisible();
  await page.getByRole("tab", { name: /^Roles/ }).click();
  await table.row(roleName).getByRole("checkbox").check();
  await table.selection.getByRole("button", { name: "Remove" }).click();
  await confirm(page, "Remove");
  await expect(page.getByText("No roles yet")).toBeVisible();
});

test("[PM-01] without permissions for users their actions, tabs and links are hidden", async ({
  page,
  product,
  api,
}) => {
  const subject = await api.createUser();
  const reader = await api.createUser({ permissions: ["UserView"] });
  await signIn(page, product, reader);
  await page.goto(product.at("/users"));
  const table = new ResourceTable(page, "Users");
  await expect(table.rows.first()).toBeVisible();
  await expect(page.getByRole("link", { name: "New user" })).toHaveCount(0);
  await expect(table.rows.getByRole("checkbox")).toHaveCount(0);
  await page.goto(product.at(`/users/${subject.userId}`));
  await expect(readField(page, "Username")).toHaveText(subject.userName);
  for (const name of ["Edit", "Delete", "History", "Set password"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole("tab", { name: "Roles" })).toHaveCount(0);
});

test("[RT-04] a view without its permission says 'item forbidden'", async ({ page, product, api }) => {
  const stranger = await api.createUser();
  await signIn(page, product, stranger);
  for (const path of ["/users", "/roles/new", `/users/${stranger.userId}`]) {
    await page.goto(product.at(path));
    await expect(page.getByText("Error! item forbidden")).toBeVisible();
  }
});

test("[US-01] what one may not do to somebody who may do more is switched off and says why [US-05]", async ({
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
  await expect(remove).toHaveAccessibleDescription(/may do more than you.*delete them/);
  const setPassword = page.getByRole("button", { name: "Set password" });
  await expect(setPassword).toBeDisabled();
  await expect(setPassword).toHaveAccessibleDescription(/may do more than you.*set the password/);
  await setPassword.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: "Generate API key" }).click();
  const dialog = page.getByRole("dialog", { name: /^API keys of/ });
  await expect(dialog.getByText(/may do more than you.*create the API key/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Generate API key" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).click();

  await edit(page);
  for (const name of ["Username", "E-mail"]) {
    const field = page.getByRole("textbox", { name, exact: true });
    await expect(field).not.toBeEditable();
    await expect(field).toHaveAccessibleDescription(/may do more than you/);
  }
  await page.getByRole("textbox", { name: "First name" }).fill("Grace");
  await save(page);
  await expect(readField(page, "First name")).toHaveText("Grace");
  await expect(setPassword).toBeDisabled();

  await page.goto(product.at(`/users/${weaker.userId}`));
  await expect(setPassword).toBeEnabled();
  await setPassword.click();
  await expect(page.getByRole("dialog", { name: /^Set the password of/ })).toBeVisible();
});

test("[US-04] roles that one may not give say so where they are chosen, and cannot be added", async ({
  page,
  product,
  api,
}) => {
  const name = uniqueName("Tier");
  await api.createRole({ roleName: `${name} high`, permissions: ["RoleView"] });
  await api.createRole({ roleName: `${name} low` });
  const subject = await api.createUser();
  const helper = await api.createUser({
    permissions: ["UserView", "UserView_EditAction", "UserView_RoleSection"],
  });
  await signIn(page, product, helper);
  await page.goto(product.at(`/users/${subject.userId}?tab=roles`));
  await page.getByRole("button", { name: "Add roles" }).first().click();
  const dialog = page.getByRole("dialog", { name: /^Add roles to/ });
  await dialog.getByRole("searchbox").fill(name);
  const high = dialog.getByRole("row", { name: `${name} high` });
  const low = dialog.getByRole("row", { name: `${name} low` });
  await expect(high).toContainText("You cannot give this role");
  await expect(low).not.toContainText("You cannot give this role");
  await high.getByRole("checkbox").check();
  const add = dialog.getByRole("button", { name: /^Add/ });
  await expect(add).toBeDisabled();
  await expect(add).toHaveAccessibleDescription(
    `You cannot give ${name} high: it permits what you may not do yourself.`,
  );
  await high.getByRole("checkbox").uncheck();
  await low.getByRole("checkbox").check();
  await add.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: `${name} low` })).toBeVisible();
});

test("[US-02] default roles that one may not give are not selected, and cannot be", async ({
  page,
  product,
  api,
}) => {
  const roleName = uniqueName("Deputy");
  const roleId = await api.call(contract.roles.create, { body: { roleName, isDefault: true } });
  await api.call(contract.roles.savePermissions, {
    params: { roleId },
    body: [{ permissionId: "RoleView", permissionValue: true }],
  });
  const helper = await api.createUser({ permissions: ["UserView", "UserView_AddAction"] });
  await signIn(page, product, helper);
  await page.goto(product.at("/users/new"));
  const roles = page.getByRole("combobox", { name: "Roles" });
  await expect(roles).toHaveAccessibleDescription(new RegExp(`^Not selected.*${roleName}`));
  await roles.fill(roleName);
  const option = page.getByRole("option", { name: roleName });
  await expect(option).toContainText("You cannot give this role");
  await expect(option).toBeDisabled();
  await roles.press("ArrowDown");
  await roles.press("Enter");
  await expect(page.getByRole("button", { name: `Remove ${roleName}` })).toHaveCount(0);
  await roles.press("Tab");
  await expect(roles).toHaveAttribute("aria-invalid", "true");
});

test("[US-01] [PM-01] a user's settings are read-only in a section of their own, hidden without its permission", async ({
  signedInPage: page,
  product,
  api,
  browser,
}) => {
  const { userId } = await api.createUser();
  await page.goto(product.at(`/users/${userId}`));
  const settings = page.getByRole("region", { name: "Settings", exact: true });
  await expect(settings).toContainText("Language");
  await expect(settings).toContainText("31.12.2026 (DD.MM.YYYY)");
  await expect(settings).toContainText("As in the user’s browser");
  await expect(settings.getByRole("button")).toHaveCount(0);
  // The picture beside them is as large as it says.
  const box = await page.locator("main [data-initials]").last().boundingBox();
  expect([box?.width, box?.height]).toEqual([72, 72]);
  // Who made the record, and who changed it last.
  const head = page.locator("main header").first();
  await expect(head).toContainText(/Created .* by /);
  await expect(head).not.toContainText("Changed");
  await edit(page);
  await page.getByRole("textbox", { name: "First name" }).fill("Grace");
  await save(page);
  await expect(head).toContainText(/Created .* by .*Changed .* by /);

  const reader = await browser.newContext();
  await signIn(reader, product, await api.createUser({ permissions: ["UserView"] }));
  const other = await reader.newPage();
  await other.goto(product.at(`/users/${userId}`));
  await expect(other.getByText("Last sign-in")).toBeVisible();
  await expect(other.getByRole("region", { name: "Settings", exact: true })).toHaveCount(0);
  await reader.close();
});

test("[US-02] a first failure to create a user is silent and asks 'resend invite', then goes on with isProceed", async ({
  signedInPage: page,
  product,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/);
  const sent: unknown[] = [];
  await page.route("**/api/users/create", async (route) => {
    const { isProceed } = route.request().postDataJSON();
    sent.push(isProceed);
    const json = { status: 409, code: "x", title: "Title", message: "The moon is in the way." };
    return isProceed ? route.continue() : route.fulfill({ status: 409, json });
  });
  const userName = uniqueName("again");
  await page.goto(product.at("/users/new"));
  await page.getByRole("textbox", { name: "Username" }).fill(userName);
  await page.getByLabel("Password", { exact: false }).first().fill("Correct-horse-7");
  const create = page.getByRole("button", { name: "Create user" });
  await create.click();
  const question = page.getByRole("dialog", { name: "Resend invite?" });
  await expect(question).toContainText("The moon is in the way.");
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveValue(userName);
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
  await create.click();
  await question.getByRole("button", { name: "Resend invite" }).click();
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}$/);
  expect(sent).toEqual([false, false, true]);
});
