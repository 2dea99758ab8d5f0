import { expect, test } from "./fixtures/test";
import { FieldGallery } from "./pages/field-gallery";
import { expectSound } from "./pages/sound";

/** What floats above the page. */
const panels = "[data-radix-popper-content-wrapper]";

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [360, 768, 1440])
    test(`[FM-06] fields, panels and messages have no accessibility faults: ${colorScheme}, ${width} px`, async ({
      signedInPage: page,
      product,
    }) => {
      // Eight scans of a long page.
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      const gallery = await FieldGallery.open(page, product);
      await expect(gallery.box("Rich text")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Quarter" })).toBeVisible();
      await expectSound(page, "at rest");
      await gallery.box("Date").fill("99");
      await gallery.box("Number").fill("x");
      await gallery.check();
      await gallery.expectMessage("Date", "This date does not exist. Please check day, month and year.");
      await expectSound(page, "with messages");
      await gallery.box("Date").fill("");
      for (const [name, panel] of [
        ["Date", page.getByRole("grid")],
        ["Time", page.getByRole("listbox")],
        ["Date and time", page.getByRole("grid")],
        ["Month", page.getByRole("group", { name: "Choose month" })],
        ["Year", page.getByRole("listbox")],
      ] as const) {
        await gallery.box(name).press("ArrowDown");
        await expect(panel).toBeVisible();
        await expectSound(page, name, panels);
        await page.keyboard.press("Escape");
        await expect(panel).toBeHidden();
      }
      await gallery.form.getByRole("combobox", { name: "Several of a list" }).click();
      await expectSound(page, "multi-select", panels);
      await page.keyboard.press("Escape");
      await gallery.form.getByRole("combobox", { name: "Role", exact: true }).focus();
      await expect(page.getByRole("option").first()).toBeVisible();
      await expectSound(page, "picker", panels);
    });

test("[RT-05] the icon gallery has no accessibility faults", async ({ signedInPage: page, product }) => {
  await page.goto(product.at("/playground"));
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await expectSound(page, "icons");
});
