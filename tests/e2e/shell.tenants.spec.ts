import { expect, signIn, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

test("[SH-04] a user of several tenants switches between them, keeps the place, and loses nothing", {
  tag: "@main",
}, async ({ page, product }) => {
  const main = product.inTenant("main");
  const administrator = { userName: product.adminUser, password: product.adminPassword };
  await signIn(page, product, administrator);
  await signIn(page, main, administrator);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users?pageLimit=25&phrase=admin"));
  await page.getByRole("button", { name: "User menu" }).click();
  const tenants = page.getByRole("group", { name: "Organisation" }).getByRole("menuitemradio");
  await expect(tenants).toHaveText(["Acme", "Main"]);
  await expect(tenants.filter({ hasText: "Acme" })).toBeChecked();
  await tenants.filter({ hasText: "Main" }).click();
  await expect(page).toHaveURL(main.at("/users?pageLimit=25&phrase=admin"));
  await expect(workspace.activeTab).toHaveText("Users");

  // The name in the top bar is the switcher, too.
  const chip = page.getByRole("banner").getByRole("button", { name: "Main, Switch organisation…" });
  await chip.click();
  await expect(tenants).toHaveText(["Acme", "Main"]);
  await tenants.filter({ hasText: "Acme" }).click();
  await expect(page).toHaveURL(product.at("/users?pageLimit=25&phrase=admin"));
  await workspace.listens();
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Acme, / })
    .press("Enter");
  await expect(tenants.filter({ hasText: "Acme" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(tenants.filter({ hasText: "Main" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(main.at("/users?pageLimit=25&phrase=admin"));

  // A record exists only in its tenant, so its address maps to the list.
  await workspace.panel.getByRole("link", { name: product.adminUser }).first().click();
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}/);
  const field = await workspace.editFirstName("Unsaved");
  await workspace.choose("User menu", "Acme");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(field).toHaveValue("Unsaved");
  await workspace.choose("User menu", "Acme");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /discard/i })
    .click();
  await expect(page).toHaveURL(product.at("/users"));
});

test("[CF-02] a visitor without a tenant enters its name and reaches its sign-in", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.allow(/404/);
  await page.goto(new URL("..", product.at("/")).href);
  await page.getByRole("textbox", { name: "Organisation" }).fill("Acme");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(product.at("/login"));
});
