import { expect, test, uniqueName } from "./fixtures/test";
import { expectAccessible } from "./pages/sound";
import { WorkspacePage } from "./pages/workspace-page";

test("[TB-10] the active tab is visible, and the tab list finds, opens, closes and reopens tabs", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const users = await Promise.all(Array.from({ length: 6 }, () => api.createUser()));
  const workspace = new WorkspacePage(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(product.at("/users"));
  for (const { userName } of users) {
    await workspace.tab(/Users/).click();
    await workspace.panel.getByRole("searchbox").fill(userName);
    await workspace.panel.getByRole("link", { name: userName }).click();
    await expect(workspace.activeTab).toContainText("Ada");
  }
  await expect(workspace.tabs).toHaveCount(8);
  await expect(workspace.activeTab).toBeInViewport({ ratio: 0.9 });
  await expect(workspace.tab(/Users/)).not.toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // Rotating a phone, and back.
  for (const size of [
    { width: 740, height: 360 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size);
    await expect(workspace.activeTab).toBeInViewport({ ratio: 0.9 });
  }

  const wanted = users[3];
  if (!wanted) throw new Error("No user");
  await page.getByRole("button", { name: /Search 8 open tabs/ }).click();
  const search = page.getByRole("combobox", { name: "Search tabs" });
  await expect(search).toBeFocused();
  const rows = page.getByRole("grid", { name: "All tabs" }).getByRole("row");
  await expect(rows).toHaveCount(8);
  await expectAccessible(page);
  await search.fill(wanted.lastName.toUpperCase());
  await expect(rows).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(search).toHaveCount(0);
  await expect(workspace.activeTab).toHaveText(`Ada ${wanted.lastName}`);
  await expect(workspace.activeTab).toBeInViewport({ ratio: 0.9 });

  await page.keyboard.press("Alt+Shift+A");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("Delete");
  await expect(workspace.tabs).toHaveCount(7);
  await expect(page.getByText("Recently closed", { exact: true })).toBeVisible();
  await rows
    .getByRole("button", { name: /^Close Ada/ })
    .first()
    .click();
  await expect(workspace.tabs).toHaveCount(6);
  await search.fill("no such tab");
  await expect(page.getByText("No results")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Search \d+ open tabs/ })).toBeFocused();
});

test("[TB-06] the tab list marks unsaved tabs, and closing one there asks", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${user.userId}`));
  await workspace.editFirstName("Grace");
  await workspace.tab("Dashboard").click();
  await page.getByRole("button", { name: /Search 2 open tabs/ }).click();
  const row = page.getByRole("row", { name: /unsaved changes/ });
  await row.getByRole("button", { name: /^Close Ada/ }).click();
  await workspace.dialog.getByRole("button", { name: "No, discard" }).click();
  await workspace.expectTabs("Dashboard");
});

test("[TB-10] home and pinned tabs stay at the left while the others scroll", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const prefix = uniqueName("stays");
  await Promise.all(Array.from({ length: 6 }, () => api.createUser({ lastName: prefix })));
  const workspace = new WorkspacePage(page);
  await page.setViewportSize({ width: 700, height: 740 });
  await page.goto(product.at(`/users?phrase=${prefix}`));
  const links = workspace.panel.locator("a[data-row-link]");
  await expect(links).toHaveCount(6);
  for (const link of await links.all()) await link.click({ modifiers: ["ControlOrMeta"] });
  await expect(workspace.tabs).toHaveCount(8);
  const users = workspace.tab("Users");
  await users.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Pin", exact: true }).click();
  const home = workspace.tab("Dashboard");
  const expectKept = async () => {
    const [first, second] = [await home.boundingBox(), await users.boundingBox()];
    expect(first).toMatchObject({ x: 0 });
    expect(second).toMatchObject({ x: first?.width });
    // The other tabs do not cover it.
    await home.click({ trial: true });
    await users.click({ trial: true });
  };
  await users.press("End");
  await expect(workspace.tabs.last()).toBeInViewport({ ratio: 0.9 });
  await expectKept();
  await page.keyboard.press("Home");
  await expect(home).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  // The first scrolling tab appears from under the sticky ones.
  const third = workspace.tabs.nth(2);
  await expect(third).toBeFocused();
  await expectKept();
  const [before, own] = [await users.boundingBox(), await third.boundingBox()];
  expect(own?.x).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? 0));
});
