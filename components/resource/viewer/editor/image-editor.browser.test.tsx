import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { press } from "@/tests/component/actions";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import { picture, viewerFile } from "@/tests/component/viewer-files";
import ImageEditor from "./image-editor";

const area = page.getByRole("img", { name: "Drawing area" });
const save = page.getByRole("button", { name: "Save" });

/** Draws a line with a pen, in pixels of the picture. */
function draw(from: [number, number], to: [number, number]): void {
  const canvas = area.element() as HTMLCanvasElement;
  canvas.setPointerCapture = () => undefined;
  const box = canvas.getBoundingClientRect();
  const tell = (type: string, [x, y]: [number, number]) =>
    canvas.dispatchEvent(
      new PointerEvent(type, {
        ...{ pointerId: 1, bubbles: true },
        clientX: box.x + (x / canvas.width) * box.width,
        clientY: box.y + (y / canvas.height) * box.height,
      }),
    );
  tell("pointerdown", from);
  tell("pointermove", to);
  tell("pointerup", to);
}

async function colourAt(source: Blob, x: number, y: number): Promise<number[]> {
  const bitmap = await createImageBitmap(source);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  context?.drawImage(bitmap, 0, 0);
  return [...(context?.getImageData(x, y, 1, 1).data ?? [])];
}

test("[AT-03] each pen width and colour draws at any zoom, is undone, and is saved", async () => {
  const onSave = vi.fn(async (_: Blob) => undefined);
  const onClose = vi.fn();
  const file = viewerFile("a.png", "Image", await picture(400, 300, "#00ff00"));
  await show(<ImageEditor file={file} onSave={onSave} onClose={onClose} />);
  await expect.element(area).toBeVisible();
  await expect.element(save).toBeDisabled();
  const options = (name: string) =>
    [...(page.getByLabelText(name).element() as HTMLSelectElement).options].map(({ text }) => text);
  expect(options("Pen width")).toEqual(["5 px", "10 px", "15 px"]);
  expect(options("Zoom")).toEqual(["25%", "50%", "75%", "100%", "150%", "200%"]);
  draw([50, 50], [350, 50]);
  await page.getByLabelText("Zoom").selectOptions("200%");
  await expect.poll(() => area.element().getBoundingClientRect().width).toBe(800);
  await page.getByRole("radio", { name: "White" }).click();
  await page.getByLabelText("Pen width").selectOptions("15 px");
  draw([50, 150], [350, 150]);
  await page.getByRole("radio", { name: "Black" }).click();
  draw([50, 250], [350, 250]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectAccessible("the editor");
  await save.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const [saved] = onSave.mock.calls[0] as [Blob];
  expect(saved.type).toBe("image/png");
  expect(await colourAt(saved, 200, 50)).toEqual([29, 78, 216, 255]);
  expect(await colourAt(saved, 200, 156)).toEqual([255, 255, 255, 255]);
  expect(await colourAt(saved, 200, 250)).toEqual([0, 255, 0, 255]);
});

test("[AT-03] a larger picture is annotated at 2048 pixels", async () => {
  const file = viewerFile("a.jpg", "Image", await picture(4_096, 1_024));
  await show(<ImageEditor file={file} onSave={async () => undefined} onClose={() => undefined} />);
  await expect.element(area).toBeVisible();
  const { width, height } = area.element() as HTMLCanvasElement;
  expect([width, height]).toEqual([2_048, 512]);
});

test("[AT-03] a drawing is not discarded without asking, nor when saving fails", async () => {
  const onClose = vi.fn();
  const file = viewerFile("a.png", "Image", await picture(300, 300));
  const onSave = () => Promise.reject(new Error("no"));
  await show(<ImageEditor file={file} onSave={onSave} onClose={onClose} />);
  await expect.element(area).toBeVisible();
  draw([10, 10], [200, 200]);
  await save.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("The image could not be saved.");
  await press("Escape");
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(save).toBeDisabled();
  await press("Escape");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test("[AT-03] by keyboard, shapes are placed, moved, undone and redone, and the picture is cropped", async () => {
  const onSave = vi.fn(async (_: Blob) => undefined);
  const file = viewerFile("a.png", "Image", await picture(1_000, 500, "#00ff00"));
  await show(<ImageEditor file={file} onSave={onSave} onClose={() => undefined} />);
  await expect.element(area).toBeVisible();
  const position = page.getByRole("status").filter({ hasText: "by" });
  await press("r", "Enter");
  await expect.element(position).toHaveTextContent("At 176, 86; 649 by 329");
  await press("ArrowRight", "ArrowDown", "ArrowDown");
  await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}{Control>}{ArrowUp}{/Control}");
  await expect.element(position).toHaveTextContent("At 186, 105; 639 by 329");
  await expectAccessible("a selected shape");
  await press("Escape", "t", "Enter");
  const text = page.getByRole("textbox", { name: "Text" });
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard("Here{Enter}");
  await press("Delete");
  await userEvent.keyboard("{Control>}z{/Control}");
  await userEvent.keyboard("{Control>}y{/Control}");
  await press("c", "ArrowUp");
  await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}");
  await expect.element(position).toHaveTextContent("At 100, 40; 790 by 400");
  await press("Enter");
  await expect.poll(() => (area.element() as HTMLCanvasElement).width).toBe(790);
  await save.click();
  await expect.poll(() => onSave.mock.calls.length).toBe(1);
  const [saved] = onSave.mock.calls[0] as [Blob];
  // The upper left corner of the rectangle, at 190, 109 of the whole picture.
  expect(await colourAt(saved, 90, 69)).toEqual([29, 78, 216, 255]);
  expect(await colourAt(saved, 110, 90)).toEqual([0, 255, 0, 255]);
});

test("[AT-03] arrows and rectangles are drawn by dragging, selected, moved and recoloured", async () => {
  const onSave = vi.fn(async (_: Blob) => undefined);
  const file = viewerFile("a.png", "Image", await picture(400, 300, "#00ff00"));
  await show(<ImageEditor file={file} onSave={onSave} onClose={() => undefined} />);
  await expect.element(area).toBeVisible();
  await page.getByRole("button", { name: "Arrow" }).click();
  draw([50, 150], [350, 150]);
  await page.getByRole("radio", { name: "Red" }).click();
  await page.getByRole("button", { name: "Select" }).click();
  draw([200, 150], [200, 250]);
  await save.click();
  await expect.poll(() => onSave.mock.calls.length).toBe(1);
  const [saved] = onSave.mock.calls[0] as [Blob];
  expect(await colourAt(saved, 200, 250)).toEqual([220, 38, 38, 255]);
  expect(await colourAt(saved, 200, 150)).toEqual([0, 255, 0, 255]);
});
