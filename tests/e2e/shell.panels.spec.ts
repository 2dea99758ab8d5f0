import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures/test";

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error("nothing to be seen");
  return box;
};

async function openHistory(page: Page) {
  await page.getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: /^History of/ });
  await expect(dialog.getByRole("grid", { name: "Changes" }).getByRole("row").nth(2)).toBeVisible();
  const divider = dialog.getByRole("separator", { name: "Resize panels" });
  const left = divider.locator("xpath=preceding-sibling::*[1]");
  const right = divider.locator("xpath=following-sibling::*[1]");
  const widths = async () => [(await boxOf(left)).width, (await boxOf(right)).width] as const;
  return { dialog, divider, widths };
}

test("[SH-06] [SH-09] panels start even, are resized by mouse and keys, remembered, and stacked", async ({
  signedInPage: page,
  product,
  user,
}) => {
  await page.goto(product.at(`/users/${user.userId}`));
  let { divider, widths, dialog } = await openHistory(page);
  const [left, right] = await widths();
  expect(Math.abs(left - right)).toBeLessThanOrEqual(1);
  const bar = await boxOf(divider);
  expect(bar.width).toBe(25);

  const drag = async (by: number) => {
    const { x, y, width, height } = await boxOf(divider);
    await page.mouse.move(x + width / 2, y + height / 3);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + by / 2, y + height / 3);
    await page.mouse.move(x + width / 2 + by, y + height / 3);
    await page.mouse.up();
  };
  await drag(100);
  const moved = await widths();
  expect(moved[0] - left).toBeCloseTo(100, 0);
  expect(moved[0] + moved[1]).toBeCloseTo(left + right, 0);
  await drag(-900);
  expect((await widths())[0]).toBeCloseTo(300, 0);
  await drag(1_400);
  expect((await widths())[1]).toBeCloseTo(300, 0);
  await divider.dblclick();
  expect(Math.abs((await widths())[0] - left)).toBeLessThanOrEqual(1);

  await test.step("by keyboard, and the size is remembered", async () => {
    await divider.focus();
    await expect(divider).toHaveAttribute("aria-valuenow", "50");
    const [even] = await widths();
    await page.keyboard.press("ArrowRight");
    expect((await widths())[0]).toBeGreaterThan(even);
    await page.keyboard.press("End");
    expect((await widths())[1]).toBeCloseTo(300, 0);
    await page.keyboard.press("Home");
    expect((await widths())[0]).toBeCloseTo(300, 0);
    await page.keyboard.press("ArrowRight");
    const [chosen] = await widths();
    await page.reload();
    ({ divider, widths, dialog } = await openHistory(page));
    expect((await widths())[0]).toBeCloseTo(chosen, 0);
  });

  await test.step("on a phone there is no divider", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(dialog.getByRole("grid", { name: "Changes" }).getByRole("row").nth(2)).toBeVisible();
    await expect(dialog.getByRole("separator")).toBeHidden();
    await dialog.getByRole("row").filter({ hasText: "User created" }).click();
    await expect(dialog.getByRole("heading", { name: "User created" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });
});
