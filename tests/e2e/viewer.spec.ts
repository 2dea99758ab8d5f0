import { expect, test } from "./fixtures/test";

test("[AT-01] [AT-03] each kind of file is shown under the page's policy, and a picture is annotated", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/playground?tab=files"));

  await test.step("a PDF uses one worker, released with the viewer", async () => {
    await page.getByRole("button", { name: "report.pdf" }).click();
    const viewer = page.getByRole("dialog", { name: "report.pdf" });
    await expect(viewer.getByText("Quarterly report")).toBeAttached();
    const isDrawn = () =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>("[data-page='1'] canvas");
        const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
        return pixels?.some((value, index) => index % 4 === 0 && value < 128) ?? false;
      });
    await expect.poll(isDrawn).toBe(true);
    expect(page.workers()).toHaveLength(1);
    await viewer.press("/");
    await viewer.getByRole("searchbox").fill("north");
    await expect(viewer.getByText("1 of 1")).toBeVisible();
    await expect(viewer.getByRole("textbox", { name: "Page" })).toHaveValue("2");
    await viewer.getByRole("searchbox").press("Escape");
    await viewer.press("Escape");
    await expect(viewer).toBeHidden();
    await expect.poll(() => page.workers().length).toBe(0);
  });

  await test.step("each kind of file has a view, and none runs scripts", async () => {
    await page.getByRole("button", { name: "landscape.png" }).click();
    const viewer = page.getByRole("dialog");
    await expect(viewer.getByRole("img", { name: "landscape.png" })).toBeVisible();
    const shows = async (name: string, text: string) => {
      await viewer.press("ArrowRight");
      await expect(viewer.getByRole("heading", { name, exact: true, level: 2 })).toBeVisible();
      await expect(viewer.getByText(text).first()).toBeVisible();
    };
    await viewer.press("ArrowRight");
    await expect(viewer.getByRole("img", { name: "shapes.svg" })).toBeVisible();
    await shows("report.pdf", "of 3");
    await shows("letter.docx", "Dear reader");
    await shows("figures.xlsx", "1,234.50");
    await shows("message.msg", "the figures are attached.");
    await shows("notes.txt", "<script>ran = 1</script>");
    await shows("settings.json", '"language": "en"');
    await shows("files.zip", "letters/two.txt");
    await viewer.press("ArrowRight");
    const player = viewer.getByLabel("tone.wav");
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(1);
    await viewer.getByRole("button", { name: "Next" }).click();
    await expect(viewer.getByText("This type of file can’t be shown here.")).toBeVisible();
    await shows("example.com", "https://example.com/");
    await expect(viewer.getByRole("button", { name: "Next" })).toBeDisabled();
    expect(await page.evaluate(() => "ran" in window)).toBe(false);
    await viewer.press("Escape");
    await expect(viewer).toBeHidden();
  });

  await test.step("a picture is annotated and saved", async () => {
    await page.getByRole("button", { name: "landscape.png" }).click();
    await page.getByRole("button", { name: "Draw on the image" }).click();
    const editor = page.getByRole("dialog", { name: "Draw on landscape.png" });
    await editor.getByRole("radio", { name: "Red" }).check();
    await editor.getByLabel("Pen width").selectOption("15 px");
    await editor.getByLabel("Zoom").selectOption("50%");
    const canvas = await editor.getByRole("img", { name: "Drawing area" }).boundingBox();
    if (!canvas) throw new Error("There is no canvas");
    await page.mouse.move(canvas.x + 100, canvas.y + 100);
    await page.mouse.down();
    await page.mouse.move(canvas.x + 300, canvas.y + 100, { steps: 5 });
    await page.mouse.up();
    await editor.getByRole("button", { name: "Save" }).click();
    const drawn = page.getByRole("img", { name: "What you have drawn" });
    await expect(drawn).toBeVisible();
    const colour = await drawn.evaluate((image: HTMLImageElement) => {
      const context = Object.assign(document.createElement("canvas"), {
        width: 1600,
        height: 900,
      }).getContext("2d");
      context?.drawImage(image, 0, 0);
      return [...(context?.getImageData(400, 200, 1, 1).data ?? [])];
    });
    expect(colour).toEqual([220, 38, 38, 255]);
  });
});
