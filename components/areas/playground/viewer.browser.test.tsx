import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { press } from "@/tests/component/actions";
import { FieldGallery } from "@/tests/component/field-gallery";
import { expectAccessible } from "@/tests/component/sound";

const viewer = page.getByRole("dialog");

test("[AT-01] the viewer is full screen, goes to previous and next, and stops at the ends", async () => {
  await FieldGallery.open();
  const types = page.getByRole("region", { name: "Display types" });
  const count = types.getByRole("button", { name: "Enlarge" }).elements().length;
  const opener = types
    .getByRole("row")
    .filter({ hasText: "report.pdf" })
    .getByRole("button", { name: "Enlarge" });
  await opener.click();
  await expect.element(page.getByRole("dialog", { name: "file" })).toHaveTextContent("report.pdf");
  await expect.element(viewer).toHaveTextContent(`3 of ${count}`);
  const { x, y, width, height } = viewer.element().getBoundingClientRect();
  expect({ x, y, width, height }).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  const next = viewer.getByRole("button", { name: "Next" });
  const heading = viewer.getByRole("heading", { level: 2 });
  await next.click();
  await expect.element(heading).toHaveTextContent(/^none$/);
  await press("ArrowLeft", "ArrowLeft");
  await expect.element(heading).toHaveTextContent(/^date$/);
  await press("Home");
  await expect.element(viewer).toHaveTextContent(`1 of ${count}`);
  await expect.element(viewer.getByRole("button", { name: "Previous" })).toBeDisabled();
  await press("ArrowLeft");
  await expect.element(viewer).toHaveTextContent(`1 of ${count}`);
  await press("End");
  await expect.element(viewer).toHaveTextContent(`${count} of ${count}`);
  await expect.element(next).toBeDisabled();
  await expectAccessible("at the last one");
  await press("Escape");
  await expect.element(viewer).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("[AT-01] a chosen picture is enlarged, and the viewer fits a phone", async () => {
  await page.viewport(360, 740);
  const { gallery } = await FieldGallery.open();
  const canvas = new OffscreenCanvas(1, 1);
  canvas.getContext("2d");
  await gallery.choosePicture(new File([await canvas.convertToBlob()], "ada.png", { type: "image/png" }));
  const picture = gallery.form.getByRole("button", { name: "Enlarge image" });
  await picture.click();
  const shown = page.getByRole("dialog", { name: "ada.png" });
  await expect.element(shown.getByRole("img")).toBeVisible();
  await expect.element(shown.getByRole("button", { name: "Next" })).not.toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  await shown.getByRole("button", { name: "Close" }).click();
  await expect.element(picture).toHaveFocus();
});
