import type { Page } from "@playwright/test";
import { crew } from "../support/crew";
import { expect, test } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";

const users = (page: Page) => page.getByRole("region", { name: "Users", exact: true });

/** Presses a button that goes away with what it does. */
async function press(page: Page, name: string | RegExp) {
  const button = users(page).getByRole("button", { name }).last();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(button).toBeHidden();
}

test("[TL-07] the focus stays with the table when what has it goes away: notices, empty results, all rows on one page", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase } = await crew(api, 1);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}&filters=lastName:contains:nobody&page=x`));
  await expect(page.getByText("Left out of this address")).toBeVisible();
  await press(page, "Close");
  await expect(users(page)).toBeFocused();
  await press(page, "Clear search and filters");
  await expect(table.rows.first()).toBeVisible();
  await expect(users(page)).toBeFocused();

  await page.route("**/api/users?*", async (route) => {
    const response = await route.fetch();
    const { list } = await response.json();
    await route.fulfill({ json: { list: list.slice(0, 10), totalCount: 101 } });
  });
  await page.getByRole("button", { name: "Refresh" }).click();
  await press(page, "Show all 101");
  await expect(users(page)).toBeFocused();
});

test("[TL-07] the focus stays with the table when a second try succeeds", async ({
  signedInPage: page,
  product,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 500/);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users"));
  await expect(table.rows.first()).toBeVisible();
  await page.route("**/api/users?*", (route) => route.fulfill({ status: 500, json: { status: 500 } }));
  await table.column("E-mail").getByRole("button", { name: "E-mail", exact: true }).click();
  await expect(page.getByText("Error! item not found")).toBeVisible();
  await page.unroute("**/api/users?*");
  await press(page, "Try again");
  await expect(table.rows.first()).toBeVisible();
  await expect(users(page)).toBeFocused();
});
