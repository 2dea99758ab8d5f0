import { createNumberedUsers } from "../support/crew";
import { gate } from "../support/gate";
import { expect, test } from "./fixtures/test";
import { confirm, ResourceTable } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

test("[SH-11] column headers and unsaved tabs have natural accessible names", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId, lastName } = await api.createUser();
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users?phrase=${lastName}`));
  await expect(page.getByRole("grid", { name: "Users" })).toMatchAriaSnapshot(`
    - grid:
      - rowgroup:
        - row:
          - columnheader "Name"
          - columnheader "E-mail"
          - columnheader "Roles"
  `);
  await expect(page.getByRole("columnheader", { name: "Name", exact: true })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await expect(page.getByRole("columnheader", { name: "E-mail", exact: true })).toContainText("E-mail");

  await page.getByRole("gridcell").getByRole("link", { name: lastName }).click();
  await expect(page).toHaveURL(product.at(`/users/${userId}`));
  await workspace.editFirstName("Grace");
  const name = `Ada ${lastName}, unsaved changes`;
  await expect(workspace.strip).toMatchAriaSnapshot(`
    - tablist:
      - tab "Dashboard"
      - tab "Users"
      - tab "${name}" [selected]
  `);
  await expect(workspace.panel).toHaveAccessibleName(name);
  await page.keyboard.press("Alt+Shift+A");
  await expect(page.getByRole("gridcell", { name: `${name}, Users`, exact: true })).toBeVisible();
});

test("[TL-01] pages, page sizes, counts, the range while loading, and the step back from an empty page", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const { phrase, users } = await createNumberedUsers(api, 12);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await expect(table.rows).toHaveCount(10);
  await expect(page.getByText("1–10 of 12")).toBeVisible();
  // 50 would show the same rows as 25.
  await expect(table.pageSize.locator("option")).toHaveText(["10", "25"]);

  await test.step("while another page loads, the range matches the visible rows", async () => {
    await expect(table.rows).toHaveCount(10);
    const held = gate();
    await page.route("**/api/users?page=2*", async (route) => {
      await held.passed;
      await route.continue();
    });
    await table.pages.getByRole("button", { name: "Page 2" }).click();
    await expect(page.getByRole("progressbar", { name: "Loading…" })).toBeVisible();
    await expect(table.rows).toHaveCount(10);
    await expect(page.getByText("1–10 of 12")).toBeVisible();
    await expect(table.rows.first()).toHaveAttribute("aria-rowindex", "2");
    held.open();
    await expect(page.getByText("11–12 of 12")).toBeVisible();
    await expect(table.rows).toHaveCount(2);
    await expect(table.rows.first()).toHaveAttribute("aria-rowindex", "12");
    await page.unrouteAll();
  });

  await test.step("an emptied page leads to the previous one", async () => {
    await expect(page).toHaveURL(/page=2/);

    for (const user of users.slice(10)) await table.row(user.lastName).getByRole("checkbox").check();
    await table.selection.getByRole("button", { name: "Delete" }).click();
    await confirm(page, "Delete 2 users");
    await expect(table.rows).toHaveCount(10);
    await expect(page.getByText("1–10 of 10")).toBeVisible();
    // The previous focus position, on the previous page.
    await expect(table.rows.nth(1).getByRole("checkbox")).toBeFocused();
    await expect(page).not.toHaveURL(/page=2/);
    await expect(table.pageSize).toBeHidden();
  });
});

test("[TL-01] the pager shows first, last and one neighbour on each side", async ({
  signedInPage: page,
  product,
  api,
}) => {
  test.slow();
  const { phrase } = await createNumberedUsers(api, 51);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}&page=3`));
  const numbers = table.pages.getByRole("button", { name: /^Page / });
  await expect(numbers).toHaveText(["1", "2", "3", "4", "5", "6"]);
  await numbers.first().click();
  await expect(numbers).toHaveText(["1", "2", "6"]);
  await expect(numbers.first()).toHaveAttribute("aria-current", "page");
});

test("[TL-01] a search is debounced, sent once and starts at page 1", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await createNumberedUsers(api, 11);
  const table = new ResourceTable(page, "Users");
  await page.clock.install();
  await page.goto(product.at("/users?page=2"));
  await expect(table.rows.first()).toBeVisible();
  await page.waitForFunction(() => window.hubEarly === undefined);
  // Pauses the clock, so that typing speed does not matter.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));

  const asked: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith("/api/users")) asked.push(url.searchParams.get("phrase") ?? "");
  });
  await table.search.pressSequentially(phrase);
  await expect(table.search).toHaveValue(phrase);
  expect(asked).toEqual([]);
  await page.clock.resume();
  await expect(table.row(users[0]?.lastName ?? "")).toBeVisible();
  await expect(page).toHaveURL(
    (url) => url.searchParams.get("phrase") === phrase && !url.searchParams.has("page"),
  );
  await expect(page.getByRole("status").filter({ hasText: "11 results" })).toBeAttached();
  expect(asked).toEqual([phrase]);
});

test("[TL-01] a head sorts and reverses; old rows stay during a search, and late responses are ignored", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const { phrase, users } = await createNumberedUsers(api, 3);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await test.step("sorting is announced to screen readers", async () => {
    await expect(table.column("Name")).toHaveAttribute("aria-sort", "ascending");
    const inOrder = users.map(({ userName }) => userName);
    await expect.poll(() => table.names()).toEqual(inOrder);
    await table.column("Name").getByRole("button", { name: "Name", exact: true }).click();
    await expect(table.column("Name")).toHaveAttribute("aria-sort", "descending");
    await expect.poll(() => table.names()).toEqual(inOrder.toReversed());
    await table.column("E-mail").getByRole("button", { name: "E-mail", exact: true }).click();
    await expect(table.column("E-mail")).toHaveAttribute("aria-sort", "ascending");
    await expect(table.column("Name")).not.toHaveAttribute("aria-sort");
  });

  await test.step("a late response is ignored", async () => {
    await expect(table.rows).toHaveCount(3);
    const held = gate();
    await page.route(`**/api/users?*phrase=${phrase}+01*`, async (route) => {
      await held.passed;
      await route.continue().catch(() => {
        // Aborted, as expected.
      });
    });
    await table.search.fill(`${phrase} 01`);
    await expect(page.getByRole("progressbar", { name: "Loading…" })).toBeVisible();
    await expect(table.rows).toHaveCount(3);
    await table.search.fill(`${phrase} 02`);
    await expect(table.rows).toHaveCount(1);
    held.open();
    await expect(table.row(users[1]?.lastName ?? "")).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "Loading…" })).toBeHidden();
    await expect(table.row(users[1]?.lastName ?? "")).toBeVisible();
  });
});

test("[ER-04] [RT-04] a search without a match says 'No results'; a failed list can be retried", async ({
  signedInPage: page,
  product,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 500/);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users?phrase=nobody-is-called-this"));
  await expect(page.getByText("No results", { exact: true }).last()).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await expect(table.rows.first()).toBeVisible();
  await expect(page).not.toHaveURL(/phrase/);

  await page.route("**/api/users?*", (route) => route.fulfill({ status: 500, json: { status: 500 } }));
  await table.column("E-mail").getByRole("button", { name: "E-mail", exact: true }).click();
  await expect(page.getByText("Error! item not found")).toBeVisible();
  await page.unroute("**/api/users?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(table.rows.first()).toBeVisible();
});
