import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";
import { expectSound } from "./pages/sound";

const opener = (page: Page) => page.getByRole("button", { name: "Columns and density" });
const panel = (page: Page) => page.getByRole("dialog", { name: "Columns and density" });
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith("/user/settings") && answer.status() < 300);

test("[TL-07] columns are hidden and shown by the keyboard, kept for the user, and reset", async ({
  signedInPage: page,
  product,
}) => {
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users"));
  await opener(page).focus();
  await page.keyboard.press("Enter");
  const box = panel(page).getByRole("checkbox", { name: "E-mail" });
  await expect(box).toBeChecked();
  await box.focus();
  let answer = saved(page);
  await page.keyboard.press("Space");
  await expect(table.column("E-mail")).toHaveCount(0);
  await answer;
  await expect(page.getByText("Changes saved.")).toHaveCount(0);
  await expectSound(page, "the panel", "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(opener(page)).toBeFocused();

  await page.reload();
  await expect(table.rows.first()).toBeVisible();
  await expect(table.column("Last name")).toBeVisible();
  await expect(table.column("E-mail")).toHaveCount(0);

  await opener(page).click();
  answer = saved(page);
  await panel(page).getByRole("button", { name: "Reset" }).click();
  await answer;
  await expect(table.column("E-mail")).toBeVisible();
});

test("[TL-07] one column stays, and the first that is left leads to the record", async ({
  signedInPage: page,
  product,
}) => {
  const table = new ResourceTable(page, "Roles");
  await page.goto(product.at("/roles"));
  await opener(page).click();
  for (const name of ["Role name", "Default role", "Created on"]) {
    const answer = saved(page);
    await panel(page).getByRole("checkbox", { name }).uncheck();
    await answer;
  }
  await expect(panel(page).getByRole("checkbox", { name: "Created by" })).toBeDisabled();
  await expect(table.rows.first().getByRole("link")).toBeVisible();
});

test("[TL-07] the row height is kept for all tables of the user", async ({ signedInPage: page, product }) => {
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users"));
  const height = async (name: string) =>
    (await new ResourceTable(page, name).rows.first().boundingBox())?.height ?? 0;
  await expect(table.rows.first()).toBeVisible();
  const standard = await height("Users");
  await opener(page).click();
  const answer = saved(page);
  await panel(page).getByRole("radio", { name: "Compact" }).check();
  await answer;
  await expect.poll(() => height("Users")).toBeLessThan(standard);
  await page.goto(product.at("/roles"));
  await expect(new ResourceTable(page, "Roles").rows.first()).toBeVisible();
  await expect.poll(() => height("Roles")).toBeLessThan(standard);
});

test("[TL-07] a stored layout of columns that are gone, or none at all, is of no consequence", async ({
  signedInPage: page,
  product,
}) => {
  const table = new ResourceTable(page, "Users");
  const store = (value: string) =>
    page.request.put(product.at("/api/user/settings"), {
      headers: { "x-csrf": "1" },
      data: { "table.users.list": value },
    });
  await store(JSON.stringify({ hidden: ["shoeSize", "email"], shown: ["shoeSize"] }));
  await page.goto(product.at("/users"));
  await expect(table.column("Last name")).toBeVisible();
  await expect(table.column("E-mail")).toHaveCount(0);
  await store("][");
  await page.reload();
  await expect(table.column("E-mail")).toBeVisible();
});

test("[TL-07] a layout that is refused is taken back, one that did not arrive is kept and sent again", async ({
  signedInPage: page,
  product,
  consoleErrors,
}) => {
  consoleErrors.allow(/503/);
  const table = new ResourceTable(page, "Users");
  let status = 400;
  await page.route("**/api/user/settings", (route) => route.fulfill({ status, json: { status } }));
  await page.goto(product.at("/users"));
  await opener(page).click();
  const refused = page.waitForResponse("**/api/user/settings");
  await panel(page).getByRole("checkbox", { name: "E-mail" }).click();
  await refused;
  await expect(table.column("E-mail")).toBeVisible();

  status = 503;
  const failed = page.waitForResponse("**/api/user/settings");
  await panel(page).getByRole("checkbox", { name: "E-mail" }).click();
  await failed;
  await expect(table.column("E-mail")).toHaveCount(0);
  await page.unroute("**/api/user/settings");
  const answer = saved(page);
  await panel(page).getByRole("checkbox", { name: "Created by" }).uncheck();
  expect((await answer).request().postDataJSON()).toEqual({
    "table.users.list": JSON.stringify({ hidden: ["email", "createdBy"], shown: [] }),
  });
});

test("[TL-07] on a phone a column that is chosen is shown, and the table scrolls, not the page", async ({
  signedInPage: page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users"));
  await expect(table.rows.first()).toBeVisible();
  await expect(table.column("E-mail")).toBeHidden();
  await opener(page).click();
  for (const name of ["E-mail", "Created on"]) {
    const answer = saved(page);
    await panel(page).getByRole("checkbox", { name }).check();
    await answer;
  }
  await expect(table.column("E-mail")).toBeVisible();
  await expectSound(page, "columns on a phone");
});
