import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { focus, painted, press } from "@/tests/component/actions";
import { expectConsoleError } from "@/tests/component/console-errors";
import { showFiles } from "@/tests/component/show-viewer";
import { expectAccessible } from "@/tests/component/sound";
import { drawing, picture, sound, viewerFile } from "@/tests/component/viewer-files";

const scaleOf = (image: Element) => image.getBoundingClientRect().width;

test("[AT-01] the viewer navigates between files, stops at the ends, and restores the focus", async () => {
  const files = [
    viewerFile("a.txt", "Document", "first"),
    viewerFile("b.rar", "Other", "second"),
    viewerFile("c.txt", "Document", "third"),
  ];
  const { viewer } = await showFiles(files);
  await expect.element(viewer.getByText("first")).toBeVisible();
  await expect.element(viewer).toHaveTextContent("1 of 3");
  await expect.element(viewer.getByRole("button", { name: "Previous" })).toBeDisabled();
  await press("ArrowRight");
  await expect.element(viewer.getByText("This type of file can’t be shown here.")).toBeVisible();
  const links = viewer.getByRole("link", { name: "Download" });
  for (const link of links.elements()) expect(link.getAttribute("download")).toBe("b.rar");
  expect(links.elements()).toHaveLength(2);
  await expectAccessible("a kind that is not shown");
  await viewer.getByRole("button", { name: "Next" }).click();
  await expect.element(viewer.getByText("third")).toBeVisible();
  await expect.element(viewer.getByRole("button", { name: "Next" })).toBeDisabled();
  await press("Escape");
  await expect.element(viewer).not.toBeInTheDocument();
});

test("[AT-01] a picture is fitted, zoomed, moved and rotated, by buttons and keys", async () => {
  const { viewer } = await showFiles([viewerFile("wide.png", "Image", await picture(4_000, 1_000))]);
  const image = viewer.getByRole("img", { name: "wide.png" });
  await expect.element(image).toBeVisible();
  await expect.poll(() => Math.round(scaleOf(image.element()))).toBe(1440);
  await expect.element(viewer.getByText("36%")).toBeVisible();
  await press("1");
  await expect.element(viewer.getByText("100%")).toBeVisible();
  expect(Math.round(scaleOf(image.element()))).toBe(4_000);
  const before = image.element().getBoundingClientRect().x;
  await press("ArrowRight");
  await expect.poll(() => image.element().getBoundingClientRect().x).toBe(before - 80);
  await press("0", "r");
  await expect.poll(() => image.element().getBoundingClientRect().height).toBeLessThanOrEqual(860);
  const { width, height } = image.element().getBoundingClientRect();
  expect(Math.round(height / width)).toBe(4);
  await viewer.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(() => image.element().getBoundingClientRect().height / height).toBeCloseTo(1.25);
  await press("-");
  await expect.poll(() => image.element().getBoundingClientRect().height / height).toBeCloseTo(1);
  await expectAccessible("a picture");
});

test("[AT-01] the wheel zooms at the pointer, and dragging moves the picture", async () => {
  const { viewer } = await showFiles([viewerFile("a.png", "Image", await picture(1_000, 1_000))]);
  const image = viewer.getByRole("img", { name: "a.png" });
  await expect.element(image).toBeVisible();
  const stage = image.element().parentElement as HTMLElement;
  const at = { clientX: 720, clientY: 474 };
  const before = scaleOf(image.element());
  stage.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: -600, bubbles: true, cancelable: true }));
  await expect.poll(() => scaleOf(image.element())).toBeGreaterThan(2 * before);
  const { x } = image.element().getBoundingClientRect();
  const pointer = (type: string, clientX: number) =>
    stage.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX, clientY: 400, bubbles: true }));
  stage.setPointerCapture = () => undefined;
  pointer("pointerdown", 700);
  pointer("pointermove", 650);
  pointer("pointerup", 650);
  await expect.poll(() => image.element().getBoundingClientRect().x).toBeCloseTo(x - 50, 0);
});

test("[AT-01] an unsupported picture format is reported with a download", async () => {
  const { viewer } = await showFiles([viewerFile("broken.png", "Image", "no picture")]);
  await expect.element(viewer.getByRole("alert")).toHaveTextContent("Your browser can’t show this file.");
  await expectConsoleError(/could not be loaded: <img alt="broken.png"/);
  await expect.element(viewer.getByRole("alert").getByRole("link", { name: "Download" })).toBeVisible();
});

test("[AT-01] audio plays and seeks; an unsupported video is reported", async () => {
  const { viewer } = await showFiles([
    viewerFile("a.wav", "Audio", sound(4)),
    viewerFile("b.avi", "Video", "no video"),
  ]);
  await expect.element(viewer.getByLabelText("a.wav")).toBeVisible();
  const player = viewer.getByLabelText("a.wav").element() as HTMLAudioElement;
  await expect.poll(() => Math.round(player.duration)).toBe(4);
  player.currentTime = 2;
  await expect.poll(() => player.seeking).toBe(false);
  expect(player.currentTime).toBe(2);
  // A focused player handles these keys.
  focus(viewer.getByLabelText("a.wav"));
  await press("ArrowRight");
  await expect.element(viewer).toHaveTextContent("1 of 2");
  await viewer.getByRole("button", { name: "Next" }).click();
  await expect.element(viewer.getByRole("alert")).toHaveTextContent("Your browser can’t show this file.");
  await expectConsoleError(/could not be loaded: <video/);
});

test("[AT-01] [AT-05] a link leads only to the web, in a separate window", async () => {
  const link = (url: string) =>
    viewerFile(url, "Link", "", { url, extension: "", size: 0, addresses: { original: "", stream: "" } });
  const { viewer } = await showFiles([link("https://example.com/a"), link("javascript:alert(1)")]);
  const open = viewer.getByRole("link", { name: "Open link" });
  await expect.element(open).toHaveAttribute("href", "https://example.com/a");
  await expect.element(open).toHaveAttribute("rel", "noopener noreferrer");
  await press("ArrowRight");
  await expect.element(viewer.getByText("This address does not lead to the web.")).toBeVisible();
  expect(open.elements()).toEqual([]);
});

test("[AT-03] annotation is offered for raster images with permission", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`;
  const onEdit = vi.fn();
  const files = [
    viewerFile("a.png", "Image", await picture(10, 10)),
    drawing("b.svg", svg, await picture(4, 4)),
  ];
  const { viewer } = await showFiles(files, { onEdit });
  const edit = viewer.getByRole("button", { name: "Draw on the image" });
  await edit.click();
  expect(onEdit).toHaveBeenCalledWith(files[0]);
  await press("ArrowRight");
  await expect.element(viewer.getByRole("img", { name: "b.svg" })).toBeVisible();
  expect(edit.elements()).toEqual([]);
});

test("[AT-01] a swipe goes to the next file, and the viewer fits a phone", async () => {
  await page.viewport(320, 480);
  const files = [viewerFile("a.png", "Image", await picture(400, 300)), viewerFile("b.rar", "Other", "x")];
  const { viewer } = await showFiles(files);
  await expect.element(viewer.getByRole("img")).toBeVisible();
  await expectAccessible("a picture on a phone");
  const stage = viewer.getByRole("img").element();
  const touch = (type: string, clientX: number) => {
    const one = new Touch({ identifier: 1, target: stage, clientX, clientY: 200 });
    const touches = type === "touchend" ? [] : [one];
    stage.dispatchEvent(new TouchEvent(type, { touches, changedTouches: [one], bubbles: true }));
  };
  touch("touchstart", 250);
  touch("touchend", 100);
  await expect.element(viewer).toHaveTextContent("2 of 2");
  await userEvent.keyboard("{Home}");
  await expect.element(viewer).toHaveTextContent("1 of 2");
});

test("[AT-01] a video plays in the browser's player", async () => {
  const { viewer } = await showFiles([viewerFile("a.webm", "Video", await video())]);
  const player = viewer.getByLabelText("a.webm");
  await expect.element(player).toBeVisible();
  const element = player.element() as HTMLVideoElement;
  await expect.poll(() => element.videoWidth).toBe(64);
  expect(element.controls).toBe(true);
});

/** Records a changing canvas as a short video. */
async function video(): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = 64;
  canvas.height = 64;
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: "video/webm" });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const ended = new Promise((done) => recorder.addEventListener("stop", done));
  recorder.start();
  for (const colour of ["red", "green", "blue"]) {
    const context = canvas.getContext("2d");
    if (context) context.fillStyle = colour;
    context?.fillRect(0, 0, 64, 64);
    await painted();
  }
  recorder.requestData();
  await expect.poll(() => parts.length).toBeGreaterThan(0);
  recorder.stop();
  await ended;
  return new Blob(parts, { type: "video/webm" });
}
