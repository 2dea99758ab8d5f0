import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";

const row = (index: number) => ({
  userId: `id-${index}`,
  userName: `user.${index}`,
  firstName: "Ada",
  lastName: `Name ${index}`,
  email: `user.${index}@example.test`,
  lastLoginDate: null,
  createdOn: "2026-03-01T09:30:00.000Z",
  createdBy: "admin",
});

async function axe(page: Page, state: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations, state).toEqual([]);
}

for (const [width, colorScheme] of [
  [360, "dark"],
  [1440, "light"],
] as const)
  test(`[TL-01] axe finds nothing in any state of a table at ${width} px in ${colorScheme}`, async ({
    signedInPage: page,
    product,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 500/);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const table = new ResourceTable(page, "Users");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let answer: { status?: number; json: unknown } = { json: { list: [row(1)], totalCount: 1 } };
    await page.route("**/api/users?*", async (route) => {
      await held;
      await route.fulfill(answer);
    });
    // All rows are not part of the document, so that their loading is seen.
    await page.goto(product.at("/users?pageLimit=-1&page=x&filters=lastName:contains:a"));
    await expect(page.getByText("Left out of this address")).toBeVisible();
    await axe(page, "loading");
    release();
    await expect(table.rows).toHaveCount(1);
    await table.rows.first().getByRole("checkbox").check();
    await expect(table.selection).toBeVisible();
    await axe(page, "one row, selected");

    const refresh = page.getByRole("button", { name: "Refresh" });
    const next = async (given: typeof answer) => {
      answer = given;
      await expect(refresh).not.toHaveAttribute("aria-disabled", "true");
      await refresh.click();
    };
    await next({
      json: { list: Array.from({ length: 10_000 }, (_, index) => row(index)), totalCount: 10_000 },
    });
    await expect(page.getByText("1–10,000 of 10,000")).toBeVisible();
    await axe(page, "ten thousand rows");
    await next({ status: 500, json: { status: 500 } });
    await expect(page.getByText("The list could not be loaded")).toBeVisible();
    await axe(page, "rows that could not be refreshed");
    await next({ json: { list: [], totalCount: 0 } });
    await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
    await axe(page, "no results");
    await page.getByRole("button", { name: "Clear search and filters" }).click();
    await expect(page.getByText("No users yet")).toBeVisible();
    await axe(page, "empty");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
