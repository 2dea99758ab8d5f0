import { signIn } from "./fixtures/session";
import { expect, test } from "./fixtures/test";

test("[RT-05] the icon gallery shows all icons, searches them, and a click copies the name", async ({
  signedInPage: page,
  product,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(product.at("/playground"));
  const grid = page.getByRole("grid", { name: "Icons" });
  await expect(grid).toBeVisible();
  await expect(page.getByText(/^[\d,]{5} icons$/)).toBeVisible();
  expect(await page.getByRole("gridcell").count()).toBeLessThan(400);
  await page.getByRole("searchbox", { name: "Search icons" }).fill("calendar days");
  await expect(page.getByRole("gridcell")).toHaveCount(1);
  await page.getByRole("button", { name: "CalendarDays" }).click();
  await expect(page.getByText("CalendarDays copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("CalendarDays");
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search icons" })).toHaveValue("calendar days");
  await page.getByRole("searchbox", { name: "Search icons" }).fill("no such icon");
  await expect(page.getByText("No icon is called “no such icon”")).toBeVisible();
});

test("[RT-05] the playground needs no permission, only a session", async ({ page, product, api }) => {
  const user = await api.createUser({ permissions: [] });
  await signIn(page, product, user);
  await page.goto(product.at("/playground"));
  await expect(page.getByRole("grid", { name: "Icons" })).toBeVisible();
});

test("[RT-05] the icon map is loaded by the icon gallery alone", async ({ signedInPage: page, product }) => {
  const sizes: number[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script")
      sizes.push((await response.body().catch(() => "")).length);
  });
  await page.goto(product.at("/playground?tab=fields"));
  await expect(page.getByRole("form", { name: "Fields" })).toBeVisible();
  expect(Math.max(...sizes)).toBeLessThan(600_000);
});
