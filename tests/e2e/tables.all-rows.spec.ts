import type { Page } from "@playwright/test";
import { userRows } from "../support/user-rows";
import { expect, test } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

const many = 10_000;

/** Answers the list of users with ten thousand rows. */
async function tenThousand(page: Page, count = many) {
  const rows = userRows(count);
  await page.route("**/api/users?*", (route) => {
    const limit = Number(new URL(route.request().url()).searchParams.get("pageLimit") ?? 10);
    return route.fulfill({ json: { list: limit < 0 ? rows : rows.slice(0, limit), totalCount: count } });
  });
}

test("[TL-01] [TL-07] of ten thousand rows only those on screen are rendered, and paging returns", async ({
  signedInPage: page,
  product,
}) => {
  await tenThousand(page);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users?pageLimit=50"));
  // The first page was rendered by the server; refreshing loads ten thousand rows.
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "Show all 10,000" }).click();
  await expect(page).toHaveURL(/pageLimit=-1/);
  await expect(page.getByText("1–10,000 of 10,000")).toBeVisible();
  await expect(table.pages).toBeHidden();
  await expect(page.getByText("1–10,000 of 10,000")).toBeVisible();
  await expect(table.row("Name 00000")).toBeVisible();
  expect(await table.rows.count()).toBeLessThan(100);
  await expect(table.table).toHaveAttribute("aria-rowcount", String(many + 1));

  await table.table.locator('[tabindex="0"]').focus();
  await page.keyboard.press("Control+End");
  await expect(table.row("Name 09999")).toBeInViewport();
  await expect(table.row("Name 09999")).toHaveAttribute("aria-rowindex", String(many + 1));
  await expect(table.row("Name 09999").getByRole("gridcell").last()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(table.row("Name 09998").getByRole("gridcell").last()).toBeFocused();
  await expect(table.column("Name")).toBeInViewport();
  await page.keyboard.press("Control+Home");
  await expect(table.row("Name 00000").getByRole("checkbox")).toBeFocused();
  await expect(table.row("Name 00000")).toBeInViewport();
  await table.pageSize.selectOption("25");
  await expect(table.rows).toHaveCount(25);
  await expect(table.pages).toBeVisible();
});

test("[TL-07] [TB-05] focus, selection and scroll position survive in ten thousand rows", async ({
  signedInPage: page,
  product,
}) => {
  await tenThousand(page);
  const table = new ResourceTable(page, "Users");
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users?pageLimit=-1"));
  await test.step("no key is lost, however fast", async () => {
    await expect(table.row("Name 00000")).toBeVisible();
    await table.table.locator('[tabindex="0"]').focus();
    // Within one task, without a frame between.
    await table.table.evaluate((grid) => {
      const keys = [...Array(90).fill("ArrowDown"), ...Array(15).fill("ArrowUp"), " "];
      for (const key of keys)
        (grid.contains(document.activeElement) ? document.activeElement : grid)?.dispatchEvent(
          new KeyboardEvent("keydown", { key, shiftKey: key === " ", bubbles: true, cancelable: true }),
        );
    });
    await expect(table.row("Name 00075").getByRole("link")).toBeFocused();
    await expect(table.row("Name 00075").getByRole("checkbox")).toBeChecked();
    await expect(table.selection.getByText("1 selected")).toBeVisible();
  });

  await test.step("all rows are selected together, and a range by its ends", async () => {
    await page.keyboard.press("Control+Home");
    await table.row("Name 00002").getByRole("checkbox").click();
    await page.keyboard.press("Control+End");
    await expect(table.row("Name 09999")).toBeInViewport();
    await table
      .row("Name 09999")
      .getByRole("checkbox")
      .click({ modifiers: ["Shift"] });
    await expect(table.selection.getByText("9,998 selected")).toBeVisible();
    await page.keyboard.press("Control+a");
    await expect(table.selection.getByText("10,000 selected")).toBeVisible();
  });

  await test.step("a long list keeps its position when its tab is shown again", async () => {
    await page.keyboard.press("Control+Home");
    await table.row("Name 00000").hover();
    await page.mouse.wheel(0, 150_000);
    await expect(table.row("Name 00000")).toBeHidden();
    // Some rows around the screen may be rendered.
    const middle = table.rows.nth(Math.floor((await table.rows.count()) / 2));
    const first = await middle.getByRole("link").textContent();
    const seen = table.rows.filter({ hasText: String(first) });
    await expect(seen).toBeInViewport();
    await workspace.choose("Settings", "Roles");
    await expect(workspace.activeTab).toHaveText("Roles");
    await workspace.tab("Users").click();
    await expect(seen).toBeInViewport();
  });
});

test("[TB-05] a hundred rows return completely with position and focus, as all rows or as a page", async ({
  signedInPage: page,
  product,
}) => {
  await tenThousand(page, 100);
  const table = new ResourceTable(page, "Users");
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users?pageLimit=-1"));
  await test.step("all rows", async () => {
    await expect(table.rows).toHaveCount(100);
    const scroller = table.table.locator("..");
    for (const { at, name } of [
      { at: 0, name: "Name 00000" },
      { at: 1500, name: "Name 00050" },
      { at: 100_000, name: "Name 00099" },
    ]) {
      await scroller.evaluate((element, top) => element.scrollTo(0, top), at);
      await expect(table.row(name)).toBeInViewport();
      const before = await scroller.evaluate(({ scrollTop, scrollHeight }) => [scrollTop, scrollHeight]);
      await table.row(name).getByRole("link").focus();
      await workspace.choose("Settings", "Roles");
      await expect(table.table).toBeHidden();
      await workspace.tab("Users").click();
      await expect(table.row(name)).toBeInViewport();
      expect(await scroller.evaluate(({ scrollTop, scrollHeight }) => [scrollTop, scrollHeight])).toEqual(
        before,
      );
      await expect(table.rows).toHaveCount(100);
      await expect(table.row("Name 00000")).toBeVisible();
      await expect(table.row("Name 00099")).toBeVisible();
      expect(await scroller.evaluate(({ scrollTop, scrollHeight }) => [scrollTop, scrollHeight])).toEqual(
        before,
      );
    }
  });

  await test.step("a page of them", async () => {
    await table.pageSize.selectOption("100");
    await expect(page).toHaveURL(/pageLimit=100/);
    const rendered = page.locator("tr[data-index]");
    await expect(table.rows).toHaveCount(100);
    await table.row("Name 00000").hover();
    await page.mouse.wheel(0, 1_500);
    await expect(table.row("Name 00050")).toBeInViewport();
    await workspace.choose("Settings", "Roles");
    await expect(workspace.activeTab).toHaveText("Roles");
    // Invisible rows are not kept, so that many tabs use little memory.
    await expect.poll(() => rendered.filter({ hasText: "Name 000" }).count()).toBeLessThan(70);

    const users = workspace.tab("Users");
    await users.click();
    await expect(table.row("Name 00050")).toBeInViewport();
    await expect(table.rows).toHaveCount(100);
    await expect(table.row("Name 00050")).toBeInViewport();

    await workspace.tab("Roles").click();
    await expect.poll(() => rendered.filter({ hasText: "Name 000" }).count()).toBeLessThan(70);
    await users.click();
    await table.table.locator('[tabindex="0"]').focus();
    await page.keyboard.press("Control+End");
    await expect(table.row("Name 00099")).toBeInViewport();
    await expect(table.row("Name 00099").getByRole("gridcell").last()).toBeFocused();
    expect(await table.table.locator('[tabindex="0"]').count()).toBe(1);
  });
});

test("[TL-07] on a phone names wrap, rows of any height scroll, and printing includes all rows", async ({
  signedInPage: page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const rows = userRows(400).map((row, index) => ({
    ...row,
    lastName:
      index % 3 ? `Name ${index}` : `Name ${index} of somebody who was given rather a long one indeed`,
  }));
  await page.route("**/api/users?*", (route) => route.fulfill({ json: { list: rows, totalCount: 400 } }));
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users?pageLimit=-1"));
  await expect(table.row("Name 0 of")).toBeVisible();
  const [long, short] = [
    await table.row("Name 0 of").boundingBox(),
    await table.row("Name 1").first().boundingBox(),
  ];
  expect(long?.height ?? 0).toBeGreaterThan(short?.height ?? Number.POSITIVE_INFINITY);
  await table.table.locator('[tabindex="0"]').focus();
  await page.keyboard.press("Control+End");
  await expect(table.row("Name 399")).toBeInViewport();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(table.rows).toHaveCount(400);
  await expect(page.getByRole("banner")).toBeHidden();
  const { height, shown } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    shown: window.innerHeight,
  }));
  expect(height).toBeGreaterThan(shown * 5);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect.poll(() => table.rows.count()).toBeLessThan(150);
});

test("[TL-01] more rows than the maximum are paged, with an explanation", async ({
  signedInPage: page,
  product,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 400/);
  const table = new ResourceTable(page, "Users");
  await page.route("**/api/users?*", (route) =>
    new URL(route.request().url()).searchParams.get("pageLimit") === "-1"
      ? route.fulfill({
          status: 400,
          json: {
            status: 400,
            code: "tooManyRows",
            title: "Bad request",
            message: "There are more than 100,000 rows.",
          },
        })
      : route.continue(),
  );
  await page.goto(product.at("/users?pageLimit=-1"));
  await expect(page.getByText("There are more than 100,000 rows.")).toBeVisible();
  await page.getByRole("button", { name: "Show pages of 100" }).click();
  await expect(table.rows.first()).toBeVisible();

  const rows = userRows(50);
  await page.route("**/api/users?*", (route) =>
    route.fulfill({ json: { list: rows, totalCount: many + 1 } }),
  );
  await page.getByRole("button", { name: "Refresh" }).click();
  const all = page.getByRole("button", { name: "Show all 10,001" });
  await expect(all).toBeDisabled();
  await all.hover();
  await expect(page.getByRole("tooltip")).toContainText("At most 10,000 rows can be shown at once.");
  await all.click({ force: true });
  await expect(page).toHaveURL(/pageLimit=100/);
});
