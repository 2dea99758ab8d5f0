import type { ApiClient } from "../support/api-client";
import { expect, test, uniqueName } from "./fixtures/test";
import { confirm, ResourceTable } from "./pages/resource";

/** Users whom one phrase finds, named so that they sort as they are numbered. */
async function crew(api: ApiClient, count: number) {
  const phrase = uniqueName("crew");
  const users = [];
  for (let number = 1; number <= count; number += 1)
    users.push(await api.createUser({ lastName: `${phrase} ${String(number).padStart(2, "0")}` }));
  return { phrase, users };
}

test("[TL-01] pages, page sizes, counts and the step back from an emptied page", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await crew(api, 12);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await expect(table.rows).toHaveCount(10);
  await expect(page.getByText("1–10 of 12")).toBeVisible();
  await expect(table.pageSize.locator("option")).toHaveText(["10", "25", "50", "100"]);

  await table.pages.getByRole("button", { name: "Page 2" }).click();
  await expect(table.rows).toHaveCount(2);
  await expect(page.getByText("11–12 of 12")).toBeVisible();
  await expect(page).toHaveURL(/page=2/);

  for (const user of users.slice(10)) await table.row(user.lastName).getByRole("checkbox").check();
  await table.selection.getByRole("button", { name: "Delete" }).click();
  await confirm(page, "Delete 2 users");
  await expect(table.rows).toHaveCount(10);
  await expect(page.getByText("1–10 of 10")).toBeVisible();
  // Where the focus was, on the page before.
  await expect(table.rows.nth(1).getByRole("checkbox")).toBeFocused();
  await expect(page).not.toHaveURL(/page=2/);
  await expect(table.pageSize).toBeHidden();
});

test("[TL-01] the window shows first, last and one neighbour on each side", async ({
  signedInPage: page,
  product,
  api,
}) => {
  test.slow();
  const { phrase } = await crew(api, 51);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}&page=3`));
  const numbers = table.pages.getByRole("button", { name: /^Page / });
  await expect(numbers).toHaveText(["1", "2", "3", "4", "5", "6"]);
  await numbers.first().click();
  await expect(numbers).toHaveText(["1", "2", "6"]);
  await expect(numbers.first()).toHaveAttribute("aria-current", "page");
});

test("[TL-01] a search waits for the end of typing, asks once and begins at page 1", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await crew(api, 11);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users?page=2"));
  await expect(table.rows.first()).toBeVisible();

  const asked: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith("/api/users")) asked.push(url.searchParams.get("phrase") ?? "");
  });
  await table.search.pressSequentially(phrase, { delay: 20 });
  await expect(table.row(users[0]?.lastName ?? "")).toBeVisible();
  await expect(page).toHaveURL(
    (url) => url.searchParams.get("phrase") === phrase && !url.searchParams.has("page"),
  );
  await expect(page.getByRole("status").filter({ hasText: "11 results" })).toBeAttached();
  expect(asked).toEqual([phrase]);
});

test("[TL-01] sorting by a head turns round with the second click and is said to screen readers", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await crew(api, 3);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await expect(table.column("Last name")).toHaveAttribute("aria-sort", "ascending");
  const inOrder = users.map(({ userName }) => userName);
  await expect.poll(() => table.names()).toEqual(inOrder);
  await table.column("Last name").getByRole("button", { name: "Last name", exact: true }).click();
  await expect(table.column("Last name")).toHaveAttribute("aria-sort", "descending");
  await expect.poll(() => table.names()).toEqual(inOrder.toReversed());
  await table.column("E-mail").getByRole("button", { name: "E-mail", exact: true }).click();
  await expect(table.column("E-mail")).toHaveAttribute("aria-sort", "ascending");
  await expect(table.column("Last name")).not.toHaveAttribute("aria-sort");
});

test("[RT-02] reload and a shared link restore exactly the table that was left", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase } = await crew(api, 26);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users"));
  await table.search.fill(phrase);
  await expect(page.getByText("1–10 of 26")).toBeVisible();
  await table.pageSize.selectOption("25");
  await table.column("First name").getByRole("button", { name: "First name", exact: true }).click();
  await table.column("First name").getByRole("button", { name: "First name", exact: true }).click();
  await table.pages.getByRole("button", { name: "Page 2" }).click();
  await expect(table.rows).toHaveCount(1);
  const left = await table.names();

  const restored = async () => {
    await expect(page.getByText("26–26 of 26")).toBeVisible();
    await expect(table.rows).toHaveCount(1);
    await expect(table.search).toHaveValue(phrase);
    await expect(table.pageSize).toHaveValue("25");
    await expect(table.column("First name")).toHaveAttribute("aria-sort", "descending");
    expect(await table.names()).toEqual(left);
  };
  const link = page.url();
  await page.reload();
  await restored();
  await page.goto(product.at("/"));
  await page.goto(link);
  await restored();
});

test("[RT-02] a broken query string shows the table with its defaults, says so and is corrected in the address", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase } = await crew(api, 2);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?page=-1&pageLimit=7&sortBy=;drop&sortDir=sideways&phrase=${phrase}`));
  await expect(table.rows).toHaveCount(2);
  await expect(
    page.getByText("it does not fit the list: page, rows per page, sorting, and sort direction."),
  ).toBeVisible();
  await expect(page).toHaveURL((url) => url.search === `?phrase=${phrase}`);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("Left out of this address")).toBeHidden();
  await expect(table.column("Last name")).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
});

test("[RT-02] the back button goes back through the states of a table", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase } = await crew(api, 21);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await table.pages.getByRole("button", { name: "Page 2" }).click();
  await expect(page.getByText("11–20 of 21")).toBeVisible();
  await table.pages.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("21–21 of 21")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("11–20 of 21")).toBeVisible();
});

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

test("[ER-04] a search without a match says 'No results' and leads back", async ({
  signedInPage: page,
  product,
}) => {
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users?phrase=nobody-is-called-this"));
  await expect(page.getByText("No results", { exact: true }).last()).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await expect(table.rows.first()).toBeVisible();
  await expect(page).not.toHaveURL(/phrase/);
});

test("[RT-04] a list that cannot be loaded says so and can be tried again", async ({
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
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(table.rows.first()).toBeVisible();
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

test("[TL-01] old rows stay while a search is under way, and an answer that comes too late is ignored", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await crew(api, 3);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await expect(table.rows).toHaveCount(3);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/api/users?*phrase=${phrase}+01*`, async (route) => {
    await held;
    await route.continue().catch(() => {
      // Cancelled meanwhile, as it should be.
    });
  });
  await table.search.fill(`${phrase} 01`);
  await expect(page.getByRole("progressbar", { name: "Loading…" })).toBeVisible();
  await expect(table.rows).toHaveCount(3);
  await table.search.fill(`${phrase} 02`);
  await expect(table.rows).toHaveCount(1);
  release();
  await expect(table.row(users[1]?.lastName ?? "")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Loading…" })).toBeHidden();
  await expect(table.row(users[1]?.lastName ?? "")).toBeVisible();
});
