import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";
import { expectAccessible } from "./pages/sound";
import { WorkspacePage } from "./pages/workspace-page";

const opener = (page: Page) => page.getByRole("button", { name: "Columns and density" });
const panel = (page: Page) => page.getByRole("dialog", { name: "Columns and density" });
const saved = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith("/user/settings") && response.status() < 300);

test("[TL-07] columns are hidden and shown by keyboard, saved, and reset; density is shared", {
  tag: "@main",
}, async ({ signedInPage: page, product }) => {
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users"));
  await opener(page).focus();
  await page.keyboard.press("Enter");
  const box = panel(page).getByRole("checkbox", { name: "E-mail" });
  await expect(box).toBeChecked();
  await box.focus();
  let response = saved(page);
  await page.keyboard.press("Space");
  await expect(table.column("E-mail")).toHaveCount(0);
  await response;
  await expect(page.getByText("Changes saved.")).toHaveCount(0);
  await expectAccessible(page, "the panel", "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(opener(page)).toBeFocused();

  await page.reload();
  await expect(table.rows.first()).toBeVisible();
  await expect(table.column("Name")).toBeVisible();
  await expect(table.column("E-mail")).toHaveCount(0);

  await opener(page).click();
  response = saved(page);
  await panel(page).getByRole("button", { name: "Reset" }).click();
  await response;
  await expect(table.column("E-mail")).toBeVisible();

  await test.step("the row height", async () => {
    // Invited people come first, in rows of two lines.
    const height = async (name: string) => {
      const { rows } = new ResourceTable(page, name);
      const row = rows.filter({ has: page.getByRole("link") }).first();
      return (await row.boundingBox())?.height ?? 0;
    };
    const standard = await height("Users");
    response = saved(page);
    await panel(page).getByRole("radio", { name: "Compact" }).check();
    await response;
    await expect.poll(() => height("Users")).toBeLessThan(standard);
    await page.keyboard.press("Escape");
    await new WorkspacePage(page).choose("Settings", "Roles");
    await expect(new ResourceTable(page, "Roles").rows.first()).toBeVisible();
    await expect.poll(() => height("Roles")).toBeLessThan(standard);
  });
});

test("[TL-07] a reload during a save of columns shows the change and hydrates without differences", async ({
  signedInPage: page,
  product,
}) => {
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users"));
  await opener(page).click();
  // The first request is left pending, so that the server keeps rendering the column. Removing the route would continue it.
  let isFirst = true;
  await page.route("**/api/user/settings", (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
  });
  const asked = page.waitForRequest("**/api/user/settings");
  await panel(page).getByRole("checkbox", { name: "E-mail" }).uncheck();
  await asked;
  const response = saved(page);
  // React reports hydration differences in the console, which fails the test.
  await page.reload();
  await response;
  await expect(table.column("Name")).toBeVisible();
  await expect(table.column("E-mail")).toHaveCount(0);
});
