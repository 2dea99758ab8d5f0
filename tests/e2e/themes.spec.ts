import type { Page } from "@playwright/test";
import { tokensOf } from "@/lib/theme/palette";
import { systemThemes } from "@/lib/theme/system-themes";
import { expect, test } from "./fixtures/test";
import { violations } from "./pages/axe";
import { WorkspacePage } from "./pages/workspace-page";

const ground = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("background-color"));
const { light, dark } = {
  light: rgb(tokensOf(systemThemes.light).background),
  dark: rgb(tokensOf(systemThemes.dark).background),
};

/** `#rrggbb` in computed style notation. */
function rgb(hex: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
}

test("[PR-03] light, dark and automatic themes are shared by windows, flicker-free, follow the system", {
  tag: "@main",
}, async ({ signedInPage: page, product }) => {
  const workspace = new WorkspacePage(page);
  const other = await page.context().newPage();
  await other.goto(product.at("/users"));
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(product.at("/"));
  await expect.poll(() => ground(page)).toBe(light);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => ground(page)).toBe(dark);

  await workspace.choose("User menu", "Light");
  await expect.poll(() => ground(page)).toBe(light);
  await workspace.choose("User menu", "Dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => ground(page)).toBe(dark);
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  // From the first byte, so that nothing flashes even without scripts.
  const response = await page.reload();
  expect(await response?.text()).toMatch(/<html[^>]* data-theme="dark"/);
  await expect.poll(() => ground(page)).toBe(dark);
  await workspace.choose("User menu", "Automatic");
  await expect.poll(() => ground(page)).toBe(light);
});

test("[PR-03] a custom theme is previewed, corrected for contrast, and undone; built-in ones are fixed", async ({
  signedInPage: page,
  product,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(product.at("/playground?tab=theme"));
  const colours = page.getByRole("region", { name: "Colours" });
  await expect(colours.getByRole("status")).toHaveText("Both colours can be read as they are.");
  await colours.getByLabel("Primary").fill("#facc15");
  const corrected = tokensOf({ ...systemThemes.light, primary: "#facc15" }).primary;
  await expect(colours.getByRole("status")).toContainText(`#facc15 is shown as ${corrected}`);
  await colours.getByRole("switch", { name: "Dark" }).check();
  await expect(colours.getByRole("status")).not.toContainText("#facc15");
  await expect.poll(() => ground(page)).toBe(light);
  await colours.getByRole("button", { name: "Show everywhere" }).click();
  const shown = tokensOf({ primary: "#facc15", accent: systemThemes.light.accent, isDark: true });
  await expect.poll(() => ground(page)).toBe(rgb(shown.background));
  const button = colours.getByRole("button", { name: "Show everywhere" });
  await page.mouse.move(0, 0);
  await expect(button).toHaveCSS("background-color", rgb("#facc15"));
  await colours.getByRole("button", { name: "Back to my theme" }).click();
  await expect.poll(() => ground(page)).toBe(light);

  await test.step("themes of the system", async () => {
    await colours.getByRole("combobox", { name: "Theme" }).selectOption("Dark");
    await expect(colours.getByRole("status")).toContainText("This theme cannot be changed");
    await expect(colours.getByLabel("Primary")).toBeDisabled();
    await expect(colours.getByLabel("Primary")).toHaveValue(systemThemes.dark.primary);
    await colours.getByRole("button", { name: "Change a copy" }).click();
    await expect(colours.getByRole("status")).not.toContainText("This theme cannot be changed");
    await expect(colours.getByLabel("Primary")).toBeEnabled();
    await expect(colours.getByLabel("Primary")).toHaveValue(systemThemes.dark.primary);
  });
});

test("[PR-03] strong colours in light mode and weak ones in dark mode stay readable", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(product.at("/playground?tab=theme"));
  const colours = page.getByRole("region", { name: "Colours" });
  for (const [primary, accent, isDark] of [
    ["#ffff00", "#ff00ff", false],
    ["#101010", "#3b0764", true],
  ] as const) {
    const readable = async (what: string) => {
      const found = await violations(page, { rules: "colours" });
      expect(found, `${what}, ${primary} and ${accent}`).toEqual([]);
    };
    await workspace.tab("Playground").click();
    await colours.getByLabel("Primary").fill(primary);
    await colours.getByLabel("Accent").fill(accent);
    await colours.getByRole("switch", { name: "Dark" }).setChecked(isDark);
    await colours.getByRole("button", { name: "Show everywhere" }).click();
    await readable("the theme itself");
    await workspace.choose("Settings", "Users");
    await expect(workspace.panel.getByRole("grid").getByRole("row").nth(1)).toBeVisible();
    await workspace.panel.getByRole("checkbox").last().check();
    await readable("a list with a selection");
    await page.getByRole("button", { name: "User menu" }).click();
    await readable("a menu");
    await page.keyboard.press("Escape");
  }
});
