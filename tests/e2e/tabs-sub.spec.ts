import { contract } from "@/lib/contract";
import { expect, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

test("[TB-09] on small screens a bar at the bottom shows three sub-tabs, and More the others", async ({
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

  await workspace.choose("Settings", "Organisation");
  await expect(bar.getByRole("button")).toHaveCount(3);
  await expect(bar.getByRole("button", { name: "More" })).toHaveCount(0);
});

test("[TB-09] an unknown sub-tab in the address falls back to the first, ignoring case", async ({
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

test("[TB-09] sub-tabs work by keyboard, and keep their state", async ({
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
