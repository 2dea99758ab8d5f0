import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { focus, press } from "@/tests/component/actions";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import IconGallery from "./icon-gallery";

const buttons = page.getByRole("grid", { name: "Icons" }).getByRole("button");

test("[RT-05] the icon gallery works by keyboard beyond the visible rows", async () => {
  await show(<IconGallery />);
  await expect.element(buttons.first()).toBeVisible();
  focus(buttons.first());
  await press("ArrowRight");
  await expect.element(buttons.nth(1)).toHaveFocus();
  await press("End");
  await expect.poll(() => document.activeElement?.getAttribute("title")).toMatch(/^Z/);
  await press("Home");
  await expect.element(buttons.first()).toHaveFocus();
});

test("[RT-05] the icon gallery has no accessibility violations, also without results", async () => {
  await show(<IconGallery />);
  await expect.element(buttons.first()).toBeVisible();
  await expectAccessible("icons");
  await page.getByRole("searchbox", { name: "Search icons" }).fill("no such icon");
  await expect.element(page.getByText("No icon is called “no such icon”")).toBeVisible();
  await expectAccessible("no icons");
});
