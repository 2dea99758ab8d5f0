import { contract } from "@/lib/contract";
import { expect, signIn, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

test("[TB-09] the navigation of sub-tabs collapses to icons, and that is a setting of the user", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${user.userId}`));
  const list = workspace.panel.getByRole("tablist", { name: "Sections" });
  const roles = list.getByRole("tab", { name: "Roles" });
  const wide = (await roles.boundingBox())?.width ?? 0;
  const saved = page.waitForResponse(
    (response) => response.url().includes("/api/user/settings") && response.request().method() === "PUT",
  );
  await workspace.panel.getByRole("button", { name: "Collapse navigation" }).click();
  await expect.poll(async () => (await roles.boundingBox())?.width).toBeLessThan(wide / 2);
  const response = await saved;
  expect(response.ok()).toBe(true);
  expect(String(response.request().postDataJSON().subTabsExpanded)).toBe("false");

  // Collapsed everywhere, and still after a reload, by its name for assistive technology.
  await page.goto(product.at("/playground"));
  await expect(workspace.panel.getByRole("button", { name: "Expand navigation" })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  await page.goto(product.at(`/users/${user.userId}`));
  await roles.click();
  await expect(page).toHaveURL(/\?tab=roles$/);
  await expect(roles).toHaveAttribute("aria-selected", "true");
  await workspace.panel.getByRole("button", { name: "Expand navigation" }).click();
  await expect.poll(async () => (await roles.boundingBox())?.width).toBe(wide);
});

test("[TB-09] on small screens a bar at the bottom shows the first three, and More the others", async ({
  signedInPage: page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/playground"));
  const bar = workspace.panel.getByRole("navigation", { name: "Sections" });
  const buttons = bar.getByRole("button");
  await expect(buttons).toHaveCount(4);
  await expect(buttons.last()).toHaveText("More");
  expect((await bar.boundingBox())?.y).toBeGreaterThan(600);
  const [shown] = await buttons.allInnerTexts();
  await expect(bar.locator("[aria-current=page]")).toHaveText(shown ?? "");

  await buttons.last().click();
  await page.getByRole("menuitem", { name: "Theme" }).click();
  await expect(page).toHaveURL(product.at("/playground?tab=theme"));
  await expect(bar.locator("[aria-current=page]")).toHaveCount(0);
  await expect(buttons.last()).toHaveAttribute("aria-current", "true");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await page.goto(product.at("/organisation-settings"));
  await expect(bar.getByRole("button")).toHaveCount(2);
  await expect(bar.getByRole("button", { name: "More" })).toHaveCount(0);
});

test("[TB-09] [PM-01] sub-tabs without permission are not shown, and cannot be reached by address", async ({
  page,
  product,
  api,
}) => {
  const reader = await api.createUser({ permissions: ["RoleView", "RoleView_UserSection"] });
  const roleId = await api.createRole();
  await signIn(page, product, reader);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/roles/${roleId}?tab=permissions`));
  const tabs = workspace.panel.getByRole("tablist", { name: "Sections" }).getByRole("tab");
  await expect(tabs).toHaveText([/Role/, /Users/]);
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
  await page.goto(product.at(`/roles/${roleId}?tab=users`));
  await expect(tabs.last()).toHaveAttribute("aria-selected", "true");
});

test("[TB-09] an unknown sub-tab in the address falls back to the first; its case does not matter", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  const tabs = workspace.panel.getByRole("tablist", { name: "Sections" }).getByRole("tab");
  await page.goto(product.at(`/users/${user.userId}?tab=nothing`));
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
  await expect(workspace.panel.getByText(user.userName).first()).toBeVisible();
  await page.goto(product.at(`/users/${user.userId}?tab=ROLES`));
  await expect(tabs.nth(1)).toHaveAttribute("aria-selected", "true");
});

test("[TB-09] sub-tabs work by keyboard, each with what it held", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const other = await api.createUser();
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${other.userId}`));
  const field = await workspace.editFirstName("Grace");
  const tabs = workspace.panel.getByRole("tablist", { name: "Sections" }).getByRole("tab");
  await tabs.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(tabs.nth(1)).toBeFocused();
  await expect(tabs.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(field).toBeHidden();
  await page.keyboard.press("Home");
  await expect(field).toHaveValue("Grace");
  const { firstName } = await api.call(contract.users.detail, { params: { userId: other.userId } });
  expect(firstName).toBe("Ada");
});
