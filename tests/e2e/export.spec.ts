import type { Download, Page } from "@playwright/test";
import exceljs from "exceljs";
import { expect, test, uniqueName } from "./fixtures/test";

const exportButton = (page: Page) => page.getByRole("button", { name: "Export", exact: true });
const progress = (page: Page) => page.getByRole("progressbar", { name: "Exporting" });

/** Returns the rows of the first sheet, including the header. */
async function rowsOf(download: Download): Promise<unknown[][]> {
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.readFile(await download.path());
  const sheet = workbook.worksheets[0];
  const rows: unknown[][] = [];
  sheet?.eachRow((row) => {
    rows.push(Array.from({ length: sheet.columnCount }, (_, index) => row.getCell(index + 1).value));
  });
  return rows;
}

async function exported(page: Page): Promise<Download> {
  const download = page.waitForEvent("download");
  await exportButton(page).click();
  return download;
}

test("[TL-03] the filtered and sorted list is exported with all pages", { tag: "@main" }, async ({
  signedInPage: page,
  product,
  api,
}) => {
  const family = uniqueName("Fam");
  for (let index = 10; index < 22; index += 1)
    await api.createUser({ firstName: `=1+${index}`, lastName: family, userName: uniqueName("exp") });
  await api.createUser({ lastName: "Somebody else" });

  await page.goto(
    product.at(`/users?phrase=exp&filters=lastName:contains:${family}&sortBy=firstName&sortDir=desc`),
  );
  await expect(page.getByRole("row")).toHaveCount(11);
  const download = await exported(page);
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const [header, ...rows] = await rowsOf(download);
  expect(header).toEqual(["Last name", "First name", "Username", "E-mail", "Last sign-in", "Created on"]);
  expect(rows.map((row) => row[1])).toEqual(Array.from({ length: 12 }, (_, index) => `=1+${21 - index}`));
  expect(new Set(rows.map((row) => row[0]))).toEqual(new Set([family]));
  for (const row of rows) expect(row[5]).toBeInstanceOf(Date);
  await expect(page.getByText(`${download.suggestedFilename()} has been saved.`)).toBeVisible();
});

test("[TL-03] an empty export has headings", async ({ signedInPage: page, product }) => {
  await page.goto(product.at("/roles?phrase=no-role-is-called-that"));
  await expect(page.getByRole("status").filter({ hasText: "No results" })).toBeAttached();
  const rows = await rowsOf(await exported(page));
  await expect(page.getByText(/^Nothing was found, so roles-.* contains only the headings\.$/)).toBeVisible();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.[0]).toBe("Role name");
});

test("[TL-03] an export shows progress and is cancelled by keyboard; a failure is reported", async ({
  signedInPage: page,
  product,
  consoleErrors,
}) => {
  consoleErrors.allow(/503|ERR_CONNECTION|ERR_FAILED/);
  await page.route("**/api/users/export", () => {
    // Left pending.
  });
  await page.goto(product.at("/users"));
  await exportButton(page).click();
  await expect(progress(page)).toBeVisible();
  await page.getByRole("button", { name: "Cancel export" }).click();
  await expect(page.getByText("Request canceled.")).toBeVisible();
  await expect(progress(page)).toBeHidden();

  await test.step("cancelling by keyboard returns the focus to the button", async () => {
    await exportButton(page).click();
    await page.getByRole("button", { name: "Cancel export" }).focus();
    await page.keyboard.press("Enter");
    await expect(progress(page)).toBeHidden();
    await expect(exportButton(page)).toBeFocused();
  });

  await test.step("without a connection", async () => {
    await page.unrouteAll();
    await page.route("**/api/users/export", (route) => route.abort("connectionreset"));
    await exportButton(page).click();
    const failed = page.getByText(/^The export failed\. /).filter({ hasNotText: "shortly" });
    await expect(failed).toBeVisible();
  });

  await test.step("refused by the server", async () => {
    await page.unrouteAll();
    await page.route("**/api/users/export", (route) =>
      route.fulfill({
        status: 503,
        json: { status: 503, code: "busy", title: "Busy", message: "Please try again shortly." },
      }),
    );
    await exportButton(page).click();
    await expect(page.getByText("The export failed. Please try again shortly.")).toBeVisible();
    await expect(progress(page)).toBeHidden();
  });

  await page.unrouteAll();
  expect((await exported(page)).suggestedFilename()).toContain("users-");
});

test("[TL-03] a list without view permission cannot be exported", async ({ product, api }) => {
  const stranger = await api.createUser();
  const response = await fetch(`${product.apiUrl}/auth`, {
    headers: { authorization: `Basic ${btoa(`${stranger.userName}:${stranger.password}`)}` },
  });
  const secret: unknown = await response.json();
  const refused = await fetch(`${product.apiUrl}/users/export`, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${stranger.userName}:${secret}`)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ columns: [{ dataField: "userName" }] }),
  });
  expect(refused.status).toBe(403);
});
