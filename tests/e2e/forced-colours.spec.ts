import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures/test";
import { permissionBox } from "./pages/permissions";
import { edit, ResourceTable } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

// In forced-colours mode, such as Windows' contrast themes, backgrounds and shadows disappear: every control and state needs a
// border, an outline or a system colour.

test.use({ contextOptions: { reducedMotion: "reduce", forcedColors: "active" } });

const coloursOf = (page: Page, ...names: string[]) =>
  page.evaluate((wanted) => {
    const probe = document.body.appendChild(document.createElement("span"));
    const found = wanted.map((name) => {
      probe.style.backgroundColor = name;
      return getComputedStyle(probe).backgroundColor;
    });
    probe.remove();
    return found;
  }, names);

const styleOf = (control: Locator, part?: "::before" | "::after") =>
  control.evaluate((element, pseudo) => {
    const { backgroundColor, borderTopColor, borderTopWidth, outlineColor, outlineStyle } = getComputedStyle(
      element,
      pseudo,
    );
    return {
      background: backgroundColor,
      border: Number.parseFloat(borderTopWidth) > 0 ? borderTopColor : "none",
      outline: outlineStyle === "none" ? "none" : outlineColor,
    };
  }, part);

test("[SH-11] in forced colours states are visible by more than background, and colours are kept", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const workspace = new WorkspacePage(page);
  const roleId = await api.createRole();
  await Promise.all(Array.from({ length: 11 }, () => api.createUser({ firstName: "Forced" })));
  await page.goto(product.at("/users?phrase=Forced"));
  const [highlight, ink, canvas] = await coloursOf(page, "Highlight", "ButtonText", "Canvas");
  expect(new Set([highlight, ink, canvas]).size).toBe(3);

  await test.step("rows, pages, tabs and menus", async () => {
    const { rows, pages } = new ResourceTable(page, "Users");
    await expect(rows).toHaveCount(10);
    const box = rows.nth(1).getByRole("checkbox");
    expect(await styleOf(box)).not.toMatchObject({ border: "none" });
    expect(await styleOf(box)).not.toMatchObject({ background: highlight });
    await box.check();
    expect(await styleOf(box)).toMatchObject({ background: highlight });
    await expect(rows.nth(1)).toHaveAttribute("aria-selected", "true");
    expect(await styleOf(rows.nth(1))).toMatchObject({ outline: highlight });
    expect(await styleOf(rows.nth(2))).toMatchObject({ outline: "none" });

    const looks = {
      page: [pages.getByRole("button", { name: "Page 1" }), pages.getByRole("button", { name: "Page 2" })],
      tab: [workspace.activeTab, workspace.tab("Dashboard")],
    } as const;
    for (const [what, [chosen, other]] of Object.entries(looks)) {
      expect(await styleOf(chosen), what).toMatchObject({ background: highlight });
      expect(await styleOf(other), what).not.toMatchObject({ background: highlight });
    }
    await page.getByRole("banner").getByRole("button", { name: "Settings" }).press("Enter");
    const first = page.getByRole("menuitem", { name: "Users" });
    await expect(first).toBeFocused();
    expect(await styleOf(first)).toMatchObject({ outline: highlight });
    expect(await styleOf(page.getByRole("menuitem", { name: "Roles" }))).toMatchObject({ outline: "none" });
    await page.keyboard.press("Escape");
  });

  await test.step("the state of a permission is visible", async () => {
    await workspace.follow(product.at(`/roles/${roleId}?tab=permissions`));
    const sections = workspace.panel.getByRole("tablist", { name: "Sections" });
    expect(await styleOf(sections.getByRole("tab", { name: "Permissions" }))).toMatchObject({
      background: highlight,
    });
    expect(await styleOf(sections.getByRole("tab", { name: "Users" }))).not.toMatchObject({
      background: highlight,
    });

    await edit(page);
    const box = permissionBox(page, "Users: See");
    expect(await styleOf(box)).toMatchObject({ border: ink });
    expect(await styleOf(box)).not.toMatchObject({ background: highlight });
    await box.click();
    await expect(box).toBeChecked();
    expect(await styleOf(box)).toMatchObject({ background: highlight, border: highlight });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await expect(box).toBeFocused();
    expect(await styleOf(box)).not.toMatchObject({ outline: "none" });
    expect(await styleOf(page.getByRole("button", { name: "Save", exact: true }))).not.toMatchObject({
      border: "none",
    });
    expect(await styleOf(workspace.activeTab.locator(".drawn"))).not.toMatchObject({ background: highlight });
  });

  await test.step("a switch and its state are visible", async () => {
    await workspace.follow(product.at("/my-account?tab=preferences"));
    const toggle = workspace.panel.getByRole("switch").first();
    await expect(toggle).toBeChecked();
    expect(await styleOf(toggle)).toMatchObject({ background: highlight, border: highlight });
    expect((await styleOf(toggle, "::before")).background).not.toBe(highlight);
    await toggle.click();
    await expect(toggle).not.toBeChecked();
    expect(await styleOf(toggle)).toMatchObject({ border: ink });
    expect(await styleOf(toggle)).not.toMatchObject({ background: highlight });
    expect(await styleOf(toggle, "::before")).toMatchObject({ background: ink });
  });

  await test.step("the palette keeps its colours", async () => {
    await workspace.follow(product.at("/playground?tab=fields"));
    const swatches = page.getByRole("radiogroup", { name: "Colour" }).getByRole("radio");
    await expect(swatches).toHaveCount(9);
    const seen = await swatches.evaluateAll((all) =>
      all.map((one) => {
        const over = getComputedStyle(one).backgroundColor;
        return over === "rgba(0, 0, 0, 0)"
          ? getComputedStyle(one.parentElement ?? one).backgroundColor
          : over;
      }),
    );
    expect(new Set(seen).size).toBe(9);
  });
});
