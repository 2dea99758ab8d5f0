import type { Browser, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { contract } from "@/lib/contract";
import { ApiClient, type TestUser } from "../support/api-client";
import { makeTenant, test } from "./fixtures/host";
import type { Product } from "./fixtures/product";
import { expect, signIn, uniqueName } from "./fixtures/test";
import { LoginPage } from "./pages/login-page";
import { confirm, edit, ResourceTable, readField, save } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

test("[OR-03] [FM-04] a tenant's identifier follows its name, errors are at fields, and it opens", {
  tag: "@main",
}, async ({ host }) => {
  const { page, product, user } = host;
  const taken = await makeTenant(host);
  const name = uniqueName("Łódź & Söhne");
  const identifier = name.toLowerCase().replace("łódź & söhne", "lodz-sohne");
  await page.goto(product.at("/"));
  await new WorkspacePage(page).choose("Settings", "Organisations");
  await page.getByRole("link", { name: "New organisation" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  const field = page.getByRole("textbox", { name: "Identifier" });
  await expect(field).toHaveValue(identifier);
  await expect(field).toHaveAccessibleDescription(
    `Part of every address of the organisation: /admin/${identifier}`,
  );
  for (const [typed, message] of [
    ["two words", /lower-case letters, digits and hyphens/],
    ["api", /is reserved in addresses/],
    [taken.identifier.toUpperCase(), /already in use/],
  ] as const) {
    await field.fill(typed);
    await page.getByRole("button", { name: "Create organisation" }).click();
    await expect(field).toHaveAccessibleDescription(message);
    await expect(field).toBeFocused();
  }
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(name);
  await field.fill(identifier);
  await page.getByRole("radio", { name: "Violet" }).check();
  await page.getByRole("button", { name: "Create organisation" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/\/tenants\/[0-9a-f-]{36}$/);
  await expect(readField(page, "Colour")).toHaveText("Violet");
  for (const tab of ["Organisation", "Users"])
    await expect(page.getByRole("tab", { name: tab, exact: true })).toBeVisible();
  await page.getByRole("tab", { name: "Users", exact: true }).click();
  await expect(new ResourceTable(page, "Users").row(user.userName)).toContainText("Administrator");

  await page.goto(product.inTenant(identifier).at("/users"));
  await expect(new LoginPage(page).headline).toBeVisible();
});

test("[OR-03] [US-01] host users are added to a tenant and removed; the host sets passwords there", {
  tag: "@main",
}, async ({ host }) => {
  const { page, product, api, user } = host;
  const { tenantId, identifier } = await makeTenant(host);
  const there = product.inTenant(identifier);
  const administrator = await ApiClient.signIn(there.apiUrl, user.userName, user.password);
  const forgetful = await administrator.createUser();
  const users = [await api.createUser(), await api.createUser()];
  const [guest = "", chief = ""] = users.map(({ userName }) => userName);
  await page.goto(product.at(`/tenants/${tenantId}?tab=users`));
  const table = new ResourceTable(page, "Users");
  const add = async (userName: string, asAdministrator: boolean) => {
    await page.getByRole("button", { name: "Add users" }).first().click();
    const dialog = page.getByRole("dialog", { name: /Add users/ });
    if (asAdministrator) await dialog.getByRole("checkbox", { name: /As administrators/ }).check();
    await dialog.getByRole("searchbox").fill(userName);
    await dialog.getByRole("row").filter({ hasText: userName }).getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Add (1)" }).click();
    await expect(dialog).toBeHidden();
  };
  await add(guest, false);
  await add(chief, true);
  await expect(table.row(guest)).not.toContainText("Administrator");
  await expect(table.row(chief)).toContainText("Administrator");
  await table.row(guest).getByRole("checkbox").check();
  await table.selection.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("dialog")).toContainText("lose access to this organisation at once");
  await confirm(page, "Remove");
  await expect(table.row(guest)).toHaveCount(0);
  await expect(table.rows).toHaveCount(3);

  // Rows also contain their authors.
  const choice = ({ userName }: TestUser) =>
    table.rows.getByRole("checkbox", { name: new RegExp(`^Select .*${userName}$`) });
  await choice(forgetful).check();
  await choice(user).check();
  const setPassword = table.selection.getByRole("button", { name: "Set password" });
  await expect(setPassword).toBeDisabled();
  await expect(setPassword).toHaveAccessibleDescription(/Select one person/);
  await choice(user).uncheck();
  await setPassword.click();
  const dialog = page.getByRole("dialog", { name: /^Set the password of/ });
  for (const name of ["Password", "Repeat password"])
    await dialog.getByRole("textbox", { name, exact: true }).fill("remembered-again");
  await dialog.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password set.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await ApiClient.signIn(there.apiUrl, forgetful.userName, "remembered-again");
});

test("[AU-11] [OR-03] the host resets the second factors of a person of two other tenants", async ({
  host,
}) => {
  const { page, product, api } = host;
  const [one, other] = [await makeTenant(host), await makeTenant(host)];
  const person = await api.createUser();
  const userIds = [person.userId];
  for (const { tenantId } of [one, other])
    await api.call(contract.tenants.addUsers, { params: { tenantId }, body: { userIds } });
  await api.call(contract.users.remove, { query: { userIds } });
  const signInTo = ({ identifier }: { identifier: string }) =>
    ApiClient.signIn(product.inTenant(identifier).apiUrl, person.userName, person.password);
  const own = await signInTo(one);
  const { secret } = await own.call(contract.user.makeTotp, { body: { currentPassword: person.password } });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await own.call(contract.user.confirmTotp, { body: { code } });
  await expect(signInTo(one)).rejects.toThrow("secondFactorNeeded");

  await page.goto(product.at(`/tenants/${other.tenantId}?tab=users`));
  const table = new ResourceTable(page, "Users");
  await table.row(person.userName).getByRole("checkbox").check();
  await table.selection.getByRole("button", { name: "Reset second factors" }).click();
  const dialog = page.getByRole("dialog", { name: /^Reset the second factors of/ });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Lost the phone");
  await dialog.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByText("Second factors reset.")).toBeVisible();
  await expect(dialog).toBeHidden();
  for (const tenant of [one, other]) await signInTo(tenant);
});

test("[BE-03] [OR-03] tenant users are listed even if the server cannot change them", async ({ host }) => {
  const { page, product, user } = host;
  const { tenantId } = await makeTenant(host);
  // The server's capabilities are part of the page.
  await page.route(`**/tenants/${tenantId}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll("tenant-users", "other-users"),
    });
  });
  await page.goto(product.at(`/tenants/${tenantId}`));
  await page.getByRole("tab", { name: "Users", exact: true }).click();
  await expect(new ResourceTable(page, "Users").row(user.userName)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add users" })).toHaveCount(0);
});

test("[OR-03] user counts of tenants are refreshed; tenants except the main one are deleted in bulk", async ({
  host,
}) => {
  const { page, product } = host;
  const mark = uniqueName("gone").toLowerCase();
  for (const end of ["a", "b"])
    await makeTenant(host, { tenantName: `${mark} ${end}`, tenantIdentifier: `${mark}-${end}` });
  await page.goto(product.at(`/tenants?phrase=${mark}`));
  const table = new ResourceTable(page, "Organisations");
  const workspace = new WorkspacePage(page);
  await expect(table.rows).toHaveCount(2);
  await workspace.choose("Settings", "Users");
  await workspace.panel.getByRole("link", { name: "New user" }).click();
  await page.getByRole("textbox", { name: "Username" }).fill(uniqueName("counted"));
  await page.getByLabel("Password", { exact: false }).first().fill("Correct-horse-7");
  await page.getByRole("textbox", { name: "Last name" }).fill("Counted");
  await page.getByRole("button", { name: "Create user" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Counted" })).toBeVisible();
  const asked = page.waitForRequest(/\/api\/tenants\?/);
  await workspace.tab("Organisations").click();
  await asked;

  for (const end of ["a", "b"]) await table.row(`${mark}-${end}`).getByRole("checkbox").check();
  await table.selection.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toContainText("lose access at once");
  await confirm(page, "Delete 2 organisations");
  await expect(page.getByText("No results", { exact: true }).last()).toBeVisible();

  await workspace.follow(product.at("/tenants?filters=tenantIdentifier:equals:main"));
  await table.row("main").getByRole("link").click();
  const remove = page.getByRole("button", { name: "Delete", exact: true });
  await expect(remove).toBeDisabled();
  await expect(remove).toHaveAccessibleDescription(/administers the others/);
  await edit(page);
  await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Identifier" })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Active" })).toHaveCount(0);
});

test("[OR-03] an inactive tenant is explained to its users, and not revealed to others", async ({
  host,
  browser,
}) => {
  const { page, product, api, user } = host;
  const { tenantId, identifier } = await makeTenant(host);
  const closing = product.inTenant(identifier);
  const inside = await openedBy(browser, closing, user);
  await inside.goto(closing.at("/users"));
  await expect(new ResourceTable(inside, "Users").rows).toHaveCount(1);

  await page.goto(product.at(`/tenants/${tenantId}`));
  await edit(page);
  await page.getByRole("checkbox", { name: "Active" }).uncheck();
  await save(page);
  await expect(readField(page, "Active")).toHaveText("No");

  // The open page learns it from its next call, and keeps its content. That may be its event stream, after which its buttons are
  // inert.
  await inside.getByRole("button", { name: "Refresh", includeHidden: true }).first().dispatchEvent("click");
  const closed = inside.getByRole("alert").filter({ hasText: "Nothing can be loaded or saved here" });
  await expect(closed).toBeVisible();
  const response = await inside.reload();
  expect(response?.status()).toBe(404);
  await expect(inside.getByRole("heading", { name: "This organisation is not active" })).toBeVisible();
  await page.goto(closing.at("/users"));
  await expect(page.getByRole("heading", { name: "This organisation does not exist" })).toBeVisible();
  await api.call(contract.tenants.save, {
    params: { tenantId },
    body: { tenantName: "Open again", tenantIdentifier: identifier, isActive: true },
  });
  await inside.reload();
  await expect(new ResourceTable(inside, "Users").rows).toHaveCount(1);
  await inside.context().close();
});

test("[OR-03] input is kept while the tenant is closed, until it opens again", async ({ host, browser }) => {
  const { product, api, user } = host;
  const { tenantId, identifier } = await makeTenant(host);
  const closing = product.inTenant(identifier);
  const set = (isActive: boolean) =>
    api.call(contract.tenants.save, {
      params: { tenantId },
      body: { tenantName: identifier, tenantIdentifier: identifier, isActive },
    });
  const inside = await openedBy(browser, closing, user);
  const workspace = new WorkspacePage(inside);
  await inside.goto(closing.at(`/users/${user.userId}`));
  const field = await workspace.editFirstName("Half typed");
  // Pending requests would report the closed tenant before the save.
  await inside.waitForLoadState("networkidle");
  await set(false);
  await save(inside);
  const closed = inside.getByRole("alert").filter({ hasText: "Nothing can be loaded or saved here" });
  await expect(closed).toBeVisible();
  const again = closed.getByRole("button", { name: "Try again" });
  // A pending request could find the tenant open again.
  const refused = inside.waitForResponse((response) => response.status() === 404);
  await again.click();
  await refused;
  await expect(again).not.toHaveAttribute("aria-busy");
  await set(true);
  await again.click();
  await expect(closed).toBeHidden();
  await expect(field).toHaveValue("Half typed");
  await save(inside);
  await expect(readField(inside, "First name")).toHaveText("Half typed");
  await inside.context().close();
});

test("[OR-03] [SH-04] other tenants have no tenant area, and users of one tenant no switcher", async ({
  signedInPage: page,
  product,
  api,
}) => {
  await page.goto(product.at("/tenants"));
  await expect(page.getByText("Error! item forbidden")).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Users", "Roles", "Organisation"]);
  await page.keyboard.press("Escape");
  const roleId = await api.createRole();
  await new WorkspacePage(page).follow(product.at(`/roles/${roleId}?tab=permissions`));
  await expect(page.getByRole("rowheader", { name: "Users", exact: true })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Organisations", exact: true })).toHaveCount(0);

  await page.getByRole("button", { name: "User menu" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expect(page.getByRole("group", { name: "Organisation" })).toHaveCount(0);
  await expect(page.getByRole("banner").getByText("Acme")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: /Acme/ })).toHaveCount(0);
});

test("[OR-03] [SH-04] switching reports forbidden views, and the shell shows the tenant's colour", async ({
  host,
}) => {
  const { page, product, api, user } = host;
  const { tenantId, identifier } = await makeTenant(host, { tenantColour: "#d1242f" });
  const there = product.inTenant(identifier);
  await signIn(page, there, user);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/tenants?pageLimit=25"));
  await workspace.choose("User menu", `Tenant ${identifier}`);
  await expect(workspace.toasts.filter({ hasText: "You have no access to “Organisations”" })).toBeVisible();
  await expect(page).toHaveURL(there.url);
  await workspace.expectTabs("Dashboard");
  const mark = page.getByRole("banner").getByText(`Tenant ${identifier}`);
  await expect(mark).toBeVisible();
  // The name is inside the button that switches the tenant.
  const background = () =>
    mark.evaluate((element) => getComputedStyle(element.closest("button") ?? element).backgroundColor);
  const red = await background();
  await api.call(contract.tenants.save, {
    params: { tenantId },
    body: { tenantName: `Tenant ${identifier}`, tenantIdentifier: identifier, tenantColour: "#2563eb" },
  });
  await page.reload();
  await expect(mark).toBeVisible();
  expect(await background()).not.toBe(red);
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(mark).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("[SH-04] [AU-10] with many tenants one is found by search, and needs only the password", async ({
  host,
}) => {
  const { page, product, user } = host;
  const mark = uniqueName("many").toLowerCase();
  for (let number = 1; number <= 11; number += 1)
    await makeTenant(host, {
      tenantName: `${mark} number ${number}`,
      tenantIdentifier: `${mark}-${number}`,
    });
  await signIn(page, product.inTenant(`${mark}-7`), user);
  await page.goto(product.at("/roles"));
  await new WorkspacePage(page).choose("User menu", "Switch organisation");
  const dialog = page.getByRole("dialog", { name: "Switch organisation" });
  await expect(dialog.getByRole("listitem")).toHaveCount(12);
  await expect(dialog.getByRole("button", { name: /main/ })).toHaveAttribute("aria-current", "true");
  await dialog.getByRole("searchbox").fill("number 7");
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(product.inTenant(`${mark}-7`).at("/roles"));

  const second = product.inTenant(`${mark}-3`);
  await new WorkspacePage(page).choose("User menu", "Switch organisation");
  await dialog.getByRole("searchbox").fill("number 3");
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Enter");
  const login = new LoginPage(page);
  await expect(login.headline).toBeVisible();
  await expect(login.userName).toHaveValue(user.userName);
  await expect(login.password).toBeFocused();
  await page.keyboard.type(user.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`^${second.at("/roles")}`));
  await expect(page.getByRole("heading", { level: 1, name: "Roles" })).toBeVisible();
});

test("[OR-03] [AU-10] two browsers in two tenants at once see and change only their own", async ({
  host,
  browser,
}) => {
  const { product, api, user } = host;
  const made = [await makeTenant(host), await makeTenant(host)];
  const others = [await api.createUser(), await api.createUser()];
  const sides = await Promise.all(
    made.map(async ({ tenantId, identifier }, index) => {
      const { userId } = others[index] as TestUser;
      await api.call(contract.tenants.addUsers, { params: { tenantId }, body: { userIds: [userId] } });
      const where = product.inTenant(identifier);
      return { where, page: await openedBy(browser, where, user) };
    }),
  );
  await Promise.all(
    sides.map(async ({ where, page }, index) => {
      const roleName = `Role of side ${index}`;
      await page.goto(where.at("/roles/new"));
      await page.getByRole("textbox", { name: "Role name" }).fill(roleName);
      await page.getByRole("button", { name: "Create role" }).click();
      await expect(page.getByRole("heading", { level: 1, name: roleName })).toBeVisible();
    }),
  );
  for (const [index, { where, page }] of sides.entries()) {
    const [own, other] = [others[index], others[1 - index]] as [TestUser, TestUser];
    const elsewhere = sides[1 - index];
    const workspace = new WorkspacePage(page);
    await workspace.follow(where.at("/roles"));
    await expect(new ResourceTable(page, "Roles").rows).toHaveCount(2);
    await expect(new ResourceTable(page, "Roles").row(`Role of side ${index}`)).toBeVisible();
    await workspace.follow(where.at("/users"));
    await expect(new ResourceTable(page, "Users").row(own.userName)).toBeVisible();
    await expect(new ResourceTable(page, "Users").rows).toHaveCount(2);
    // A record of another tenant is not found.
    await workspace.follow(where.at(`/users/${other.userId}`));
    await expect(page.getByText("Error! item not found")).toBeVisible();
    // Sessions are not shared between tenants.
    await page.goto(elsewhere?.where.at("/users") ?? "");
    await expect(new LoginPage(page).headline).toBeVisible();
  }
  for (const { page } of sides) await page.context().close();
});

/** Opens a separate browser context, signed in to a tenant. */
async function openedBy(browser: Browser, product: Product, user: TestUser): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB" });
  await signIn(context, product, user);
  return context.newPage();
}
