import { crew } from "../support/crew";
import { gate } from "../support/gate";
import { userRows } from "../support/user-rows";
import { expect, test } from "./fixtures/test";
import { confirm, ResourceTable } from "./pages/resource";

test("[TL-02] a selection is kept across pages and deleted together after a confirmation", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await crew(api, 11);
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

test("[TL-02] the box in the head selects the page and says when only a part is selected", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await crew(api, 3);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  const all = page.getByRole("checkbox", { name: "Select all rows on this page" });
  await all.check();
  await expect(table.selection.getByText("3 selected")).toBeVisible();
  await table
    .row(users[1]?.lastName ?? "")
    .getByRole("checkbox")
    .uncheck();
  await expect(table.selection.getByText("2 selected")).toBeVisible();
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
});

test("[TL-02] the question names the first few and counts the others; those that cannot be deleted are listed and stay selected", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await crew(api, 7);
  const table = new ResourceTable(page, "Users");
  // The server refuses whatever contains the third of them.
  const refused = users[2]?.userId ?? "";
  await page.route("**/api/users?userIds=*", (route) =>
    route.request().method() === "DELETE" && route.request().url().includes(refused)
      ? route.fulfill({
          status: 409,
          json: {
            status: 409,
            code: "lastAdministrator",
            title: "Conflict",
            message: "Somebody has to stay.",
          },
        })
      : route.continue(),
  );
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await table.selection.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("listitem")).toHaveCount(5);
  await expect(dialog).toContainText(users[0]?.lastName ?? "");
  await expect(dialog).toContainText("and 2 more");
  await dialog.getByRole("button", { name: "Delete 7 users" }).click();

  await expect(dialog).toContainText("1 entry was left as it is");
  await expect(dialog).toContainText("The other 6 entries are done.");
  await expect(dialog.getByRole("listitem")).toContainText(["Somebody has to stay."]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(table.rows).toHaveCount(1);
  await expect(table.row(users[2]?.lastName ?? "").getByRole("checkbox")).toBeChecked();
  await expect(table.selection.getByText("1 selected")).toBeVisible();
});

test("[TL-02] what takes many requests shows how far it has come, and can be stopped", async ({
  signedInPage: page,
  product,
}) => {
  const rows = userRows(350);
  let deleted = 0;
  const second = gate();
  await page.route("**/api/users?*", async (route) => {
    if (route.request().method() !== "DELETE")
      return route.fulfill({ json: { list: rows.slice(deleted), totalCount: rows.length - deleted } });
    if (deleted === 100) await second.passed;
    deleted += 100;
    return route.fulfill({ status: 204 });
  });
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users?pageLimit=-1"));
  await expect(table.row("Name 00000")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await table.selection.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete 350 users" }).click();
  await expect(table.selection.getByRole("button", { name: "Delete 100 / 350" })).toBeVisible();
  await table.selection.getByRole("button", { name: "Stop" }).click();
  second.open();
  await expect(table.selection.getByText("150 selected")).toBeVisible();
  await expect(table.row("Name 00200").getByRole("checkbox")).toBeChecked();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(deleted).toBe(200);
});
