import { expect, type Page } from "@playwright/test";
import { freePort } from "../support/free-port";
import { type RunningProduct, startProduct } from "../support/product";
import { test } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";

// Shares one product and test provider, which take time to start.
test.describe.configure({ mode: "serial" });

let running: RunningProduct;

test.beforeAll(async () => {
  const settings = { AUTH_MODE: "oidc", OIDC_CREATE_USERS: "on", OIDC_ROLE_CLAIM: "groups" };
  running = await startProduct({ settings: { ...settings, OIDC_PORT: String(await freePort()) } });
});
test.afterAll(async () => {
  await running.stop();
});

async function signIn(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`${running.origin}${path}`);
  await page.getByLabel("Username or e-mail").fill(name);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("[US-01] [AU-01] a user is created without a password, and linked at the first sign-in", async ({
  page,
  browser,
}) => {
  await signIn(page, running.adminUser, "/users");
  await page.getByRole("link", { name: "New user" }).click();
  await page.getByRole("textbox", { name: "Username" }).fill("grace");
  await page.getByRole("textbox", { name: "E-mail" }).fill("grace.hopper@example.com");
  await expect(page.getByLabel("Password")).toHaveCount(0);
  await page.getByRole("button", { name: "Create user" }).click();
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}$/);
  await expect(page.locator("main header").first()).toContainText("Never signed in");

  const own = await (await browser.newContext()).newPage();
  await signIn(own, "grace.hopper@example.com", "/my-account");
  await expect(own.locator("main header").first()).toContainText("grace · grace.hopper@example.com");
  await own.context().close();
  await page.reload();
  await expect(page.locator("main header").first()).toContainText("Active");
});

test("[US-07] an unknown person becomes a user at the first sign-in, with the roles of their group", async ({
  page,
  browser,
}) => {
  await signIn(page, running.adminUser, "/organisation-settings?tab=groups");
  await page.getByRole("button", { name: "Add group" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add group" });
  await dialog.getByRole("textbox", { name: "Group" }).fill("leads");
  await dialog.getByRole("combobox", { name: "Roles" }).fill("Administrator");
  await page.getByRole("option", { name: "Administrator" }).click();
  await dialog.getByRole("button", { name: "Add group" }).click();
  await expect(new ResourceTable(page, "Groups of the identity provider").row("leads")).toBeVisible();

  const own = await (await browser.newContext()).newPage();
  await signIn(own, "eva+leads", "/users?phrase=eva");
  await new ResourceTable(own, "Users").row("eva").getByRole("link").first().click();
  await expect(own.getByRole("list", { name: "Roles" })).toContainText("Administratorfrom the provider");
  const roles = new ResourceTable(own, "Roles");
  await own.getByRole("tab", { name: /^Roles/ }).click();
  await roles.row("Administrator").getByRole("checkbox").click();
  const remove = roles.selection.getByRole("button", { name: "Remove" });
  await expect(remove).toHaveAttribute("aria-disabled", "true");
  await remove.hover();
  await expect(own.getByRole("tooltip")).toContainText("from a group of the identity provider");

  await test.step("removing the group from the table revokes the roles at the next request", async () => {
    const groups = new ResourceTable(page, "Groups of the identity provider");
    await groups.row("leads").getByRole("checkbox").click();
    await page.getByRole("button", { name: "Remove group" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove group" }).click();
    await expect(page.getByText("No groups yet")).toBeVisible();
    await own.reload();
    await expect(own.getByRole("grid")).toHaveCount(0);
  });
  await own.context().close();
});
