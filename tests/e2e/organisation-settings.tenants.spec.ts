import type { Page } from "@playwright/test";
import sharp from "sharp";
import { contract } from "@/lib/contract";
import { tokensOf } from "@/lib/theme/palette";
import { ApiClient } from "../support/api-client";
import { type Host, makeTenant, test } from "./fixtures/host";
import { expect, signIn, uniqueName } from "./fixtures/test";
import { faults } from "./pages/faults";
import { WorkspacePage } from "./pages/workspace-page";
import { linksOfInstances } from "./setup/instances";

/** Creates a separate organisation, so that other tests keep their appearance. */
async function organisation(host: Host) {
  const { identifier } = await makeTenant(host);
  const product = host.product.inTenant(identifier);
  await signIn(host.page, product, host.user);
  const api = await ApiClient.signIn(product.apiUrl, host.user.userName, host.user.password);
  return { product, api };
}

const picture = (background: string) =>
  sharp({ create: { width: 300, height: 90, channels: 3, background } })
    .png()
    .toBuffer();

const colourOf = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.createElement("i");
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;

test("[OR-01] [CF-04] the organisation is described, with its logo, and the history names the editor", {
  tag: "@main",
}, async ({ host }) => {
  const { page } = host;
  const { product } = await organisation(host);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/"));
  await workspace.choose("Settings", "Organisation");
  const { panel } = workspace;
  await panel.getByRole("button", { name: "Edit" }).click();
  const companyName = uniqueName("Acme");
  await panel.getByRole("textbox", { name: "Company name", exact: true }).fill(companyName);
  await panel.getByRole("textbox", { name: "Post code" }).fill("Berlin");
  await panel
    .locator("input[type=file]")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: await picture("#c05030") });
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("textbox", { name: "Post code" })).toHaveAttribute("aria-invalid", "true");
  await panel.getByRole("textbox", { name: "Post code" }).fill("10115");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("button", { name: "Edit" })).toBeVisible();
  await expect(panel.locator("img")).toHaveAttribute("src", /organisation-settings\/avatar/);
  // The shell uses the new name immediately.
  const home = page.getByRole("banner").getByRole("link", { name: companyName });
  await expect(home.locator("img")).toHaveAttribute("src", /organisation-settings\/logo/);
  expect(await faults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(panel.getByText(companyName).first()).toBeVisible();
  await panel.getByRole("button", { name: "History" }).click();
  await expect(
    page
      .getByRole("dialog")
      .getByText(/Organisation data/)
      .first(),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await panel.getByRole("tab", { name: "Product" }).click();
  await expect(panel.getByRole("link", { name: "Open the website" })).toHaveAttribute(
    "href",
    linksOfInstances.PRODUCT_URL,
  );
});

test("[OR-02] [PR-03] a theme is created, previewed, and applied to every page and window at once", {
  tag: "@main",
}, async ({ host, browser }) => {
  const { page } = host;
  const { product } = await organisation(host);
  const { panel } = new WorkspacePage(page);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(product.at("/organisation-settings?tab=appearance"));
  const edit = panel
    .getByRole("region", { name: /^(?:light|Harbour & Söhne)$/ })
    .getByRole("button", { name: "Edit" });
  await expect(edit).toHaveAttribute("aria-disabled", "true");
  await expect(panel.getByText("This theme cannot be changed")).toBeVisible();

  await panel.getByRole("button", { name: "New theme" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Light");
  await dialog.getByRole("button", { name: "Create theme" }).click();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(
    /themes of the product/,
  );
  await dialog.getByRole("textbox", { name: "Name" }).fill("Harbour & Söhne");
  await dialog.getByRole("button", { name: "Create theme" }).click();
  await expect(panel.getByRole("button", { name: "Harbour & Söhne", pressed: true })).toBeVisible();

  await edit.click();
  const shown = tokensOf({ primary: "#facc15", accent: "#0f766e", isDark: false });
  await panel.getByRole("textbox", { name: "Primary", exact: true }).fill("#FACC15");
  await expect(panel.getByText(/#FACC15 has a contrast of 1\.\d+ : 1 where 3 : 1 is needed/)).toContainText(
    shown.primary,
  );
  // The frame around shows the unsaved theme, as long as its tab is in front.
  const workspace = new WorkspacePage(page);
  await expect.poll(() => colourOf(page, "primary")).toBe(rgb(shown.primary));
  await workspace.choose("Settings", "Users");
  await expect.poll(() => colourOf(page, "primary")).not.toBe(rgb(shown.primary));
  await workspace.tab("Organisation").click();
  await expect.poll(() => colourOf(page, "primary")).toBe(rgb(shown.primary));
  // Real views, in both forms at once.
  const views = panel.getByRole("group", { name: "View in the preview" });
  const pictures = ["Light mode", "Dark mode"].map((name) => panel.getByRole("figure", { name }));
  for (const view of ["Dashboard", "My account", "Users"]) {
    await views.getByRole("button", { name: view }).click();
    for (const picture of pictures) await expect(picture.locator("h1")).toBeVisible();
  }
  for (const [at, picture] of pictures.entries()) {
    await expect(picture.locator("tbody")).toContainText(host.user.userName);
    const drawn = tokensOf({ primary: "#facc15", accent: "#0f766e", isDark: at === 1 });
    await expect(picture.locator('a[href*="/users/new"]')).toHaveCSS("background-color", rgb(drawn.primary));
  }
  await expect(page).toHaveURL(/organisation-settings\?tab=appearance$/);
  await expect(page.getByRole("tab", { selected: true, name: "Organisation" })).toBeVisible();
  await panel.getByRole("textbox", { name: "Primary", exact: true }).fill("yellow");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("textbox", { name: "Primary", exact: true })).toHaveAccessibleDescription(
    "Please enter a colour such as #4f46e5.",
  );
  await panel.getByRole("textbox", { name: "Primary", exact: true }).fill("#facc15");
  await panel.getByRole("checkbox", { name: "Default" }).check();
  await panel
    .locator("input[type=file]")
    .setInputFiles({ name: "harbour.png", mimeType: "image/png", buffer: await picture("#205090") });
  for (const picture of pictures)
    await expect(picture.locator("img").first()).toHaveAttribute("src", /^blob:/);
  expect(await faults(page, { dark: true })).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  const other = await page.context().newPage();
  await other.goto(product.at("/users"));
  expect(await colourOf(other, "primary")).not.toBe(rgb(shown.primary));
  await page.bringToFront();
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeVisible();
  await expect.poll(() => colourOf(page, "primary")).toBe(rgb(shown.primary));
  await expect(panel.getByRole("button", { name: "Publish" })).toHaveCount(0);
  await expect.poll(() => colourOf(other, "primary"), { timeout: 1000 }).toBe(rgb(shown.primary));
  await expect(other.getByRole("banner").locator("a img")).toHaveAttribute("src", /settings\/logo/);

  // Applied in the first bytes of all pages, with or without a session, and in the chosen dark mode.
  const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: "dark" });
  const stranger = await context.newPage();
  for (const path of ["/login", "/share/nothing-of-that-key", "/invitation/nothing"]) {
    const response = await stranger.goto(product.at(path));
    const html = (await response?.text()) ?? "";
    const style = /<style id="organisation-theme">([^<]*)<\/style>/.exec(html)?.[1] ?? "";
    expect([path, style.length > 100 && style.length <= 2000]).toEqual([path, true]);
    expect(html).toMatch(/<html[^>]* data-theme="light"/);
    expect(await colourOf(stranger, "primary").catch(() => rgb(shown.primary))).toBe(rgb(shown.primary));
    const logo = stranger.locator("header img");
    await expect(logo).toHaveAttribute("src", /settings\/logo/);
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  }
  await context.addCookies([{ name: "theme", value: "dark", url: product.url }]);
  await stranger.goto(product.at("/login"));
  const dark = tokensOf({ primary: "#facc15", accent: "#0f766e", isDark: true });
  await expect(stranger.getByRole("button", { name: /^Sign in|^Log in/ })).toHaveCSS(
    "background-color",
    rgb(dark.primary),
  );
  await context.close();

  await panel.getByRole("button", { name: "Remove theme" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove theme" }).click();
  await expect(panel.getByRole("button", { name: "Harbour & Söhne" })).toHaveCount(0);
  await expect.poll(() => colourOf(other, "primary")).not.toBe(rgb(shown.primary));
});

test("[PR-03] another browser applies a new theme when it becomes visible", async ({ host, browser }) => {
  const { product, api } = await organisation(host);
  const context = await browser.newContext();
  await signIn(context, product, host.user);
  const elsewhere = await context.newPage();
  await elsewhere.goto(product.at("/users"));
  await expect(elsewhere.getByRole("grid")).toBeVisible();
  await new WorkspacePage(elsewhere).listens();
  await api.call(contract["organisation-settings"].saveTheme, {
    params: { name: "Night" },
    body: { primary: "#7c3aed", accent: "#0f766e", isDark: true, isDefault: true },
  });
  const { primary } = tokensOf({ primary: "#7c3aed", accent: "#0f766e", isDark: true });
  await elsewhere.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => colourOf(elsewhere, "primary")).toBe(rgb(primary));
  await expect(elsewhere.locator("html")).toHaveAttribute("data-theme", "dark");
  await context.close();
});
