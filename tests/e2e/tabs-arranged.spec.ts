import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures/test";
import { faults } from "./pages/faults";
import { WorkspacePage } from "./pages/workspace-page";

/** Opens Dashboard, Users, Roles and Search, the last one active. */
async function openFour(page: Page, address: string): Promise<WorkspacePage> {
  const workspace = new WorkspacePage(page);
  await page.goto(address);
  await workspace.choose("Settings", "Roles");
  await workspace.choose("Main menu", "Search");
  await workspace.expectTabs("Dashboard", "Users", "Roles", "Search");
  // While a menu closes, it blocks the mouse.
  await expect(page.getByRole("menu")).toHaveCount(0);
  return workspace;
}

async function middleOf(tab: Locator): Promise<{ x: number; y: number }> {
  const box = await tab.boundingBox();
  if (!box) throw new Error("Not on screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("[TB-10] [SH-09] tabs move by keyboard and mouse with announcements, and keep their order", async ({
  signedInPage: page,
  product,
}) => {
  test.slow();
  const workspace = await openFour(page, product.at("/users"));
  await workspace.tab("Search").focus();
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await workspace.expectTabs("Dashboard", "Users", "Search", "Roles");
  await expect(workspace.tab("Search")).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Search is now tab 3 of 4" })).toHaveCount(1);
  await page.keyboard.press("Alt+Shift+Home");
  await workspace.expectTabs("Dashboard", "Search", "Users", "Roles");
  await page.keyboard.press("Alt+Shift+ArrowLeft");
  await workspace.expectTabs("Dashboard", "Search", "Users", "Roles");
  await page.keyboard.press("Alt+Shift+PageDown");
  await workspace.expectTabs("Dashboard", "Users", "Search", "Roles");
  await expect(workspace.tab("Search")).toBeFocused();
  await page.keyboard.press("Control+Shift+ArrowRight");
  await workspace.expectTabs("Dashboard", "Users", "Roles", "Search");

  const from = await middleOf(workspace.tab("Search"));
  const to = await middleOf(workspace.tab("Users"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 20, from.y, { steps: 3 });
  await page.mouse.move(to.x - 10, to.y, { steps: 8 });
  await page.mouse.up();
  await workspace.expectTabs("Dashboard", "Search", "Users", "Roles");
  // Before the first position, which is home's.
  const search = await middleOf(workspace.tab("Roles"));
  await page.mouse.move(search.x, search.y);
  await page.mouse.down();
  await page.mouse.move(search.x - 40, search.y, { steps: 3 });
  await page.mouse.move(2, search.y, { steps: 8 });
  await page.mouse.up();
  await workspace.expectTabs("Dashboard", "Roles", "Search", "Users");
  await expect(workspace.activeTab).toHaveText("Search");
  await page.reload();
  await workspace.expectTabs("Dashboard", "Roles", "Search", "Users");
  await workspace.listens();
  // Escape cancels a drag.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await workspace.expectTabs("Dashboard", "Roles", "Search", "Users");

  const { x, y } = await middleOf(workspace.tab("Search"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 6 });
  await expect(page.locator("[data-dragging]")).toHaveCount(1);
  expect(await faults(page)).toEqual([]);
  await page.mouse.up();
});

test("[TB-10] pinned tabs are first, and stay when others are closed", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = await openFour(page, product.at("/users"));
  await workspace.tab("Roles").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Pin" }).click();
  await workspace.expectTabs("Dashboard", "Roles", "Users", "Search");
  const roles = workspace.tab("Roles");
  expect((await roles.boundingBox())?.width).toBeLessThan(50);
  await roles.click({ button: "middle" });
  await expect(workspace.tabs).toHaveCount(4);
  await roles.focus();
  await roles.press("Delete");
  await expect(workspace.tabs).toHaveCount(4);
  await page.reload();
  await workspace.expectTabs("Dashboard", "Roles", "Users", "Search");
  await workspace.tab("Search").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Close others" }).click();
  await workspace.expectTabs("Dashboard", "Roles", "Search");
  await roles.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Close", exact: true }).click();
  await workspace.expectTabs("Dashboard", "Search");
});

test("[TB-10] the menu opens by keyboard, duplicates, closes to the right and all, and reopens", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = await openFour(page, product.at("/users?pageLimit=25"));
  const choose = async (item: string) => {
    await workspace.activeTab.focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
    await expect(page.getByRole("menu")).toHaveCount(0);
  };
  await workspace.tab("Users").click();
  await choose("Duplicate");
  await workspace.expectTabs("Dashboard", "Users", "Users", "Roles", "Search");
  await expect(page).toHaveURL(product.at("/users?pageLimit=25"));
  await workspace.panel.getByRole("searchbox").fill("nobody");
  await expect(page).toHaveURL(/phrase=nobody/);
  await workspace.tabs.nth(1).click();
  await expect(page).toHaveURL(product.at("/users?pageLimit=25"));
  await page.goBack();
  await expect(page).toHaveURL(/phrase=nobody/);
  await expect(workspace.tabs.nth(2)).toHaveAttribute("aria-selected", "true");

  await choose("Close to the right");
  await workspace.expectTabs("Dashboard", "Users", "Users");
  await choose("Close all");
  await workspace.expectTabs("Dashboard");
  await expect(workspace.tab("Dashboard")).toBeFocused();
  await page.keyboard.press("Alt+Shift+T");
  await workspace.expectTabs("Dashboard", "Users");
  await expect(page).toHaveURL(/phrase=nobody/);
  await workspace.tab("Dashboard").click({ button: "right" });
  await page.getByRole("menuitem", { name: /^Reopen “Users”/ }).click();
  await workspace.expectTabs("Dashboard", "Users", "Users");
  await expect(page).toHaveURL(product.at("/users?pageLimit=25"));
  await page.keyboard.press("Alt+Shift+T");
  await page.keyboard.press("Alt+Shift+T");
  await workspace.expectTabs("Dashboard", "Users", "Users", "Roles", "Search");
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 768, height: 900 } });

  test("[TB-10] a long press drags a tab or opens its menu; a swipe scrolls", async ({
    signedInPage: page,
    product,
  }) => {
    const workspace = await openFour(page, product.at("/users"));
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
    const from = await middleOf(workspace.tab("Search"));
    const to = await middleOf(workspace.tab("Users"));
    const held = () => expect(page.locator("[data-dragging]")).toHaveCount(1);

    await touch("touchStart", from);
    await held();
    for (const part of [0.2, 0.4, 0.6, 0.8, 1, 1.05])
      await touch("touchMove", { x: from.x + (to.x - from.x) * part, y: from.y });
    await touch("touchEnd");
    await workspace.expectTabs("Dashboard", "Search", "Users", "Roles");

    // Dropped after the last tab, it becomes the last.
    const first = await middleOf(workspace.tab("Search"));
    const last = await middleOf(workspace.tab("Roles"));
    await touch("touchStart", first);
    await held();
    for (const part of [0.5, 1, 1.2])
      await touch("touchMove", { x: first.x + (last.x - first.x) * part, y: first.y });
    await touch("touchEnd");
    await workspace.expectTabs("Dashboard", "Users", "Roles", "Search");
    await workspace.tab("Search").press("Alt+Shift+Home");
    await workspace.expectTabs("Dashboard", "Search", "Users", "Roles");

    await touch("touchStart", await middleOf(workspace.tab("Roles")));
    await held();
    await touch("touchEnd");
    await page.getByRole("menuitem", { name: "Move left" }).tap();
    await workspace.expectTabs("Dashboard", "Search", "Roles", "Users");
  });
});
