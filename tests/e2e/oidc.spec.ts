import { expect, type Page } from "@playwright/test";
import { freePort } from "../support/free-port";
import { type RunningProduct, startProduct } from "../support/product";
import { test } from "./fixtures/test";
import { holdAutomaticCalls } from "./pages/sign-in-again";
import { WorkspacePage } from "./pages/workspace-page";

// Shares one product and test provider, which take time to start.
test.describe.configure({ mode: "serial" });

let running: RunningProduct;
let provider: string;

test.beforeAll(async () => {
  const port = await freePort();
  provider = `http://localhost:${port}`;
  running = await startProduct({ settings: { AUTH_MODE: "oidc", OIDC_PORT: String(port) } });
});
test.afterAll(async () => {
  await running.stop();
});

async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByLabel("Username or e-mail").fill(name);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("[AU-03] [AU-01] [AU-08] unknown users can switch accounts; tokens stay secret; sign-out is global", {
  tag: "@main",
}, async ({ page }) => {
  expect(running.output()).toContain("not for production");
  await page.goto(`${running.origin}/users?phrase=admin`);
  await expect(page).toHaveURL(new RegExp(`^${provider}/interaction/`));
  await signInAtProvider(page, "a-stranger");
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toContainText("You have no account here.");
  await page.getByRole("button", { name: "Sign in as someone else" }).click();
  await signInAtProvider(page, running.adminUser);
  await expect(page.getByRole("grid", { name: "Users" })).toBeVisible();
  expect(page.url()).toBe(`${running.origin}/users?phrase=admin`);

  const seen = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      document.cookie,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
    ].join(),
  );
  expect(seen).not.toMatch(/eyJ[\w-]{20,}\.eyJ/);
  expect(seen).not.toContain("hub.session=");

  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menu").getByText("Sign out").click();
  await expect(page).toHaveURL(new RegExp(`^${provider}/session/end`));
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  await page.getByRole("button", { name: "Sign in" }).click();
  // The provider's session has ended, too.
  await expect(page.getByLabel("Username or e-mail")).toBeVisible();
});

test("[AU-05] an expired session is renewed in a popup; deleting the user ends the workspace", async ({
  page,
  playwright,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(`${running.origin}/users`);
  await signInAtProvider(page, running.adminUser);
  await page
    .getByRole("grid", { name: "Users" })
    .getByRole("link", { name: /\badmin$/ })
    .first()
    .click();
  await workspace.editFirstName("Grace");
  await holdAutomaticCalls(page);
  const elsewhere = await playwright.request.newContext({
    storageState: await page.context().storageState(),
  });
  await elsewhere.post(`${running.origin}/api/auth/sign-out`, { headers: { "x-csrf": "1" } });
  await elsewhere.dispose();

  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await expect(dialog).toContainText("your tabs and what you typed stay as they are");
  const opened = page.waitForEvent("popup");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await opened;
  // The provider's session is alive: nothing to type, and the popup closes.
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  // It would close a menu opened earlier.
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeFocused();

  // Response of the API for a deleted user.
  await page.route("**/api/roles**", (route) =>
    route.fulfill({ status: 403, json: { status: 403, code: "notAdmitted", title: "Forbidden" } }),
  );
  await workspace.choose("Settings", "Roles");
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toContainText("Your access has ended");
  await expect(page.getByRole("grid")).toHaveCount(0);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(new RegExp(`^${provider}/session/end`));
});

test("[AU-07] cancelling shows the reason, and returns to the sign-in", async ({ page }) => {
  await page.clock.install();
  await page.goto(`${running.origin}/users`);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Sign-in did not work" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toContainText(
    "The sign-in was refused or cancelled.",
  );
  await expect(page.getByText("In 10 seconds you will be taken to sign-in.")).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(page).toHaveURL(new RegExp(`^${provider}/interaction/`));
});

test("[AU-06] a stalled sign-in restarts after ten seconds", async ({ page }) => {
  let begun = 0;
  await page.clock.install();
  await page.route("**/api/auth/sign-in/oidc**", async (route) => {
    begun += 1;
    // The first request stays pending.
    if (begun > 1) await route.continue();
  });
  const shown = await page.goto(`${running.origin}/users`, { waitUntil: "commit" });
  // Not by a locator, which would wait for the pending navigation.
  expect(await shown?.text()).toContain("Taking you to sign-in…");
  await expect.poll(() => begun).toBe(1);
  await page.clock.fastForward(10_000);
  await expect(page.getByLabel("Username or e-mail")).toBeVisible();
  expect(begun).toBe(2);
});
