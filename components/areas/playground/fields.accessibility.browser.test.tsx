import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import { focus, preferColors, press } from "@/tests/component/actions";
import { FieldGallery } from "@/tests/component/field-gallery";
import { expectAccessible } from "@/tests/component/sound";

/** Floating elements. */
const panels = "[data-popover]";

// Each theme once, and both extreme widths; widths between use the same rules.
test.each([
  ["light", 1440],
  ["dark", 360],
] as const)(
  "[FM-06] fields, panels and messages have no accessibility violations: %s, %i px",
  async (colorScheme, width) => {
    await preferColors(colorScheme);
    await page.viewport(width, 900);
    const { gallery, api } = await FieldGallery.open();
    api.answer(contract.dictionaries.roles, () => ({
      list: [{ id: "1", name: "Administrator", isDefault: false }],
      totalCount: 1,
    }));
    await expect.element(page.getByRole("heading", { name: "Quarter" })).toBeVisible();
    await expectAccessible("at rest");
    await gallery.box("Date").fill("99");
    await gallery.box("Number").fill("x");
    await gallery.check();
    await gallery.expectMessage("Date", "This date does not exist. Please check day, month and year.");
    await expectAccessible("with messages");
    await gallery.box("Date").fill("");
    for (const [name, panel] of [
      ["Date", page.getByRole("grid")],
      ["Time", page.getByRole("listbox")],
      ["Date and time", page.getByRole("grid")],
      ["Month", page.getByRole("group", { name: "Choose month" })],
      ["Year", page.getByRole("listbox")],
    ] as const) {
      focus(gallery.box(name));
      await press("ArrowDown");
      await expect.element(panel).toBeVisible();
      await expectAccessible(name, panels);
      await press("Escape");
      await expect.element(panel).not.toBeInTheDocument();
    }
    await gallery.combobox("Several from a list").click();
    await expectAccessible("multi-select", panels);
    await press("Escape");
    focus(gallery.combobox("Role"));
    await expect.element(page.getByRole("option").first()).toBeVisible();
    await expectAccessible("picker", panels);
  },
);
