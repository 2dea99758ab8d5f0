import { signIn } from "./fixtures/session";
import { expect, test } from "./fixtures/test";

test("[RT-05] the playground needs only a session; its icon gallery loads, finds and copies icons", async ({
  page,
  product,
  api,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const sizes: number[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script")
      sizes.push((await response.body().catch(() => "")).length);
  });
  await signIn(page, product, await api.createUser({ permissions: [] }));
  await page.goto(product.at("/playground?tab=fields"));
  await expect(page.getByRole("form", { name: "Fields" })).toBeVisible();
  expect(Math.max(...sizes)).toBeLessThan(600_000);
  await page.getByRole("tab", { name: "Icons" }).click();
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
