import { createNumberedUsers } from "../support/crew";
import { expect, test } from "./fixtures/test";
import { confirm, ResourceTable } from "./pages/resource";

test("[TL-02] a selection spans pages and is deleted together after a confirmation", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await createNumberedUsers(api, 11);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await table
    .row(users[0]?.lastName ?? "")
    .getByRole("checkbox")
    .check();
  await table.pages.getByRole("button", { name: "Page 2" }).click();
  await table
    .row(users[10]?.lastName ?? "")
    .getByRole("checkbox")
    .check();
  await expect(table.selection.getByText("2 selected")).toBeVisible();
  // The only row of the last page.
  const all = page.getByRole("checkbox", { name: "Select all rows on this page" });
  await expect(all).toBeChecked();
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(false);
  await table.pages.getByRole("button", { name: "Page 1" }).click();
  await expect(table.row(users[0]?.lastName ?? "").getByRole("checkbox")).toBeChecked();
  await expect(all).not.toBeChecked();

  await table.selection.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toContainText("can no longer sign in");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("1–10 of 11")).toBeVisible();
  await table.selection.getByRole("button", { name: "Delete" }).click();
  await confirm(page, "Delete 2 users");
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(page.getByText("1–9 of 9")).toBeVisible();
  await expect(table.selection).toBeHidden();
});
