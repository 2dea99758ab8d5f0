import type { Page } from "@playwright/test";
import { crew } from "../support/crew";
import { expect, test } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";
import { expectSound } from "./pages/sound";
import { WorkspacePage } from "./pages/workspace-page";

/** Goes into the table as somebody without a mouse does. */
async function enterGrid(table: ResourceTable) {
  await expect(table.rows.first()).toBeVisible();
  await table.table.locator('[tabindex="0"]').focus();
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test("[TL-07] a table is one tab stop, and arrow keys go through its cells and rows", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase } = await crew(api, 12);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await expect(table.rows).toHaveCount(10);
  await expect(table.table.locator('[tabindex="0"]')).toHaveCount(1);
  await expect(table.table).toHaveAttribute("aria-rowcount", "13");

  await enterGrid(table);
  await expect(table.rows.first().getByRole("link")).toBeFocused();
  await press(page, "ArrowDown", "ArrowRight");
  await expect(table.rows.nth(1).getByRole("gridcell").nth(2)).toBeFocused();
  await press(page, "ArrowDown", "Home");
  await expect(table.rows.nth(2).getByRole("checkbox")).toBeFocused();
  await press(page, "Control+End");
  await expect(table.rows.last().getByRole("gridcell").last()).toBeFocused();
  await press(page, "Control+Home");
  await expect(table.rows.first().getByRole("checkbox")).toBeFocused();
  await press(page, "PageDown");
  await expect(table.rows.last().getByRole("checkbox")).toBeFocused();
  await press(page, "Control+Home", "ArrowUp", "ArrowRight");
  await expect(
    table.column("User name").getByRole("button", { name: "User name", exact: true }),
  ).toBeFocused();
  await press(page, "Enter");
  await expect(table.column("User name")).toHaveAttribute("aria-sort", "ascending");
  await expect(
    table.column("User name").getByRole("button", { name: "User name", exact: true }),
  ).toBeFocused();

  await press(page, "Tab");
  expect(await table.table.evaluate((grid) => grid.contains(document.activeElement))).toBe(false);
  await press(page, "Shift+Tab");
  await expect(
    table.column("User name").getByRole("button", { name: "User name", exact: true }),
  ).toBeFocused();
  await expectSound(page);
});

test("[TL-07] the down arrow goes from the search to what it found, also before it is found", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase } = await crew(api, 3);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users"));
  await expect(table.rows.first()).toBeVisible();
  await table.search.click();
  await page.keyboard.type(phrase);
  await press(page, "ArrowDown");
  await expect(table.rows).toHaveCount(3);
  await expect(table.rows.first().getByRole("link")).toBeFocused();
  await press(page, "ArrowDown", "Space");
  await expect(table.rows.nth(1).getByRole("checkbox")).toBeChecked();
  await table.search.fill(`${phrase} nobody`);
  await expect(table.table).toBeHidden();
  await press(page, "ArrowDown");
  await expect(table.search).toBeFocused();
});

test("[TL-02] rows are selected by the keyboard, one, a range or the page, and opened", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await crew(api, 6);
  const table = new ResourceTable(page, "Users");
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await enterGrid(table);
  await press(page, "Space", "ArrowDown", "ArrowDown", "Shift+Space");
  await expect(table.selection.getByText("3 selected")).toBeVisible();
  await press(page, "Shift+ArrowDown");
  await expect(table.selection.getByText("4 selected")).toBeVisible();
  await press(page, "Shift+ArrowUp", "Shift+ArrowUp");
  await expect(table.selection.getByText("2 selected")).toBeVisible();
  await press(page, "Control+a");
  await expect(table.selection.getByText("6 selected")).toBeVisible();
  await press(page, "ArrowRight", "Space");
  await expect(table.selection.getByText("5 selected")).toBeVisible();

  await press(page, "Control+Enter");
  await expect(workspace.tabs).toHaveCount(3);
  await expect(workspace.activeTab).toHaveText("Users");
  await press(page, "Control+End", "Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(users[5]?.lastName ?? "");

  await workspace.tab("Users").click();
  await press(page, "Tab");
  await expect(table.selection.getByText("5 selected")).toBeVisible();
});

test("[TL-02] shift and click select a range, beside the boxes too", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase } = await crew(api, 6);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await table.rows.nth(1).getByRole("checkbox").click();
  await table.rows
    .nth(4)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(table.selection.getByText("4 selected")).toBeVisible();
  await table.rows
    .nth(2)
    .getByRole("gridcell")
    .nth(2)
    .click({ modifiers: ["Shift"] });
  await expect(table.selection.getByText("2 selected")).toBeVisible();
  await expect(page).toHaveURL(/\/users\?/);
});

test("[TL-07] the focus stays in its row's place when the row is gone, and when the page turns", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await crew(api, 12);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await enterGrid(table);
  await press(page, "ArrowDown", "ArrowLeft", "Space");
  await table.selection.getByRole("button", { name: "Delete" }).focus();
  await press(page, "Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete user" }).focus();
  await press(page, "Enter");
  await expect(page.getByText("1–10 of 11")).toBeVisible();
  await expect(table.row(users[2]?.lastName ?? "").getByRole("checkbox")).toBeFocused();

  const next = table.pages.getByRole("button", { name: "Next page" });
  await next.focus();
  await press(page, "Enter");
  await expect(page.getByText("11–11 of 11")).toBeVisible();
  await expect(next).toBeFocused();
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await press(page, "Enter");
  await expect(page.getByText("11–11 of 11")).toBeVisible();
});
