import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { contract } from "@/lib/contract";
import { pdfOf } from "../../backend/seed/pdf";
import { expect, test, uniqueName } from "./fixtures/test";
import { violations } from "./pages/axe";
import { confirm, ResourceTable, readField, save } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

const text = (name: string, content = "for you") => ({
  name: `${name}.txt`,
  mimeType: "text/plain",
  buffer: Buffer.from(content),
});

/** A one-pixel image. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("[AM-01] [AT-01] [AT-02] [AT-05] files and links are added, dropped, pasted, named and validated", {
  tag: "@main",
}, async ({ signedInPage: page, product }) => {
  const name = uniqueName("Plan ");
  await page.goto(product.at(`/attachments?phrase=${encodeURIComponent(name)}`));
  const dialog = page.getByRole("dialog", { name: "New attachment" });

  await test.step("files dropped or pasted on the list are added, others reported", async () => {
    await new WorkspacePage(page).listens();
    const paste = (type: string | undefined) =>
      page.evaluate((given) => {
        const data = new DataTransfer();
        if (given) data.items.add(new File(["x"], "image", { type: given }));
        document.body.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
        );
      }, type);
    await paste(undefined);
    await expect(page.getByText("Sorry, to bother you but there was no image pasted.")).toBeVisible();
    await paste("image/webp");
    await expect(page.getByText("Sorry, that's not a format we support: image/webp")).toBeVisible();
    const data = await page.evaluateHandle(
      (bytes) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([Uint8Array.from(bytes)], "Drawn.png", { type: "image/png" }));
        return dropped;
      },
      [...pixel],
    );
    const region = page.getByRole("region", { name: "Attachments", exact: true });
    await region.dispatchEvent("dragenter", { dataTransfer: data });
    await expect(page.getByText("Drop files to add them")).toBeVisible();
    await region.dispatchEvent("drop", { dataTransfer: data });
    await expect(dialog.getByRole("textbox", { name: "File name" })).toHaveValue("Drawn");
  });

  await dialog.getByRole("button", { name: "Remove Drawn" }).click();
  const input = dialog.locator("input[type=file]");
  await input.setInputFiles([
    text(name),
    { name: "run.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") },
  ]);
  await expect(dialog.getByRole("textbox", { name: "File name" }).first()).toHaveValue(name);
  await expect(dialog.getByText("This type of file is not supported.")).toBeVisible();
  await dialog.getByRole("button", { name: "Remove run" }).click();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Web address" }).click();
  await dialog.getByRole("button", { name: "File", exact: true }).click();
  await expect(dialog.getByRole("textbox", { name: "File name" })).toHaveCount(0);
  await input.setInputFiles([
    text(`${name}a`),
    { name: `${name}b.png`, mimeType: "image/png", buffer: pixel },
  ]);
  await dialog.getByRole("button", { name: "Add 2 files" }).click();
  await expect(dialog).toBeHidden();
  const table = new ResourceTable(page, "Attachments");
  await expect(table.row(`${name}a.txt`)).toContainText("Document");
  await expect(table.row(`${name}b.png`)).toContainText("Image");

  await test.step("a thumbnail opens the files of the page, and regains the focus", async () => {
    const thumbnail = table.row(`${name}a.txt`).getByRole("button", { name: `Show ${name}a.txt` });
    await thumbnail.click();
    const viewer = page.getByRole("dialog");
    await expect(viewer.getByText("for you")).toBeVisible();
    await viewer.press("ArrowRight");
    await expect(viewer.getByRole("img", { name: `${name}b.png` })).toBeVisible();
    await expect(viewer.getByRole("button", { name: "Next" })).toBeDisabled();
    await viewer.press("Escape");
    await expect(viewer).toBeHidden();
    await expect(thumbnail).toBeFocused();
  });

  await page.getByRole("link", { name: "New attachment" }).first().click();
  await dialog.getByRole("button", { name: "Web address" }).click();
  await dialog.getByRole("textbox", { name: "Address" }).fill("nowhere");
  await dialog.getByRole("textbox", { name: "File name" }).fill(`${name}c`);
  await dialog.getByRole("button", { name: "Add link" }).click();
  await expect(dialog.getByText("Please enter a web address")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Address" }).fill("https://example.com/plan");
  await dialog.getByRole("button", { name: "Add link" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${name}c` })).toBeVisible();
  await expect(page.getByText("https://example.com/plan")).toBeVisible();
});

test("[AM-02] [AT-02] [AT-04] [AM-05] uploads are cancelled, edited, replaced, downloaded, deleted", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const name = uniqueName("Report ");
  const status = uniqueName("Approved ");
  await api.call(contract["attachment-status"].create, {
    body: { attachmentStatusName: status, color: "#2a8a3e" },
  });
  await page.goto(product.at("/attachments/new"));
  await page.locator("input[type=file]").setInputFiles({
    name: `${name}.png`,
    mimeType: "image/png",
    buffer: pixel,
  });
  await test.step("an upload shows progress and can be cancelled", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/attachments", async (route) => {
      await held;
      await route.abort();
    });
    await page.getByRole("button", { name: "Add file" }).click();
    await expect(page.getByRole("progressbar", { name: /^Progress/ })).toBeVisible();
    await page.getByRole("button", { name: /^Cancel the upload/ }).click();
    await expect(page.getByRole("progressbar", { name: /^Progress/ })).toBeHidden();
    await expect(page.getByRole("button", { name: "Add file" })).toBeEnabled();
    release();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  await page.getByRole("button", { name: "Add file" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  const section = page.getByRole("region", { name: "Attachment", exact: true });
  await section.getByRole("button", { name: "Edit" }).click();
  await section.getByRole("combobox", { name: "Status" }).fill(status);
  await page.getByRole("option", { name: status }).click();
  await save(page);
  await expect(readField(page, "Status")).toHaveText(status);

  const versions = new ResourceTable(page, "Versions");
  await test.step("a chosen file replaces it at once, which can be undone", async () => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Replace file" }).click();
    await (await chooser).setFiles(text("next", "first"));
    await expect(versions.rows).toHaveCount(2);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(versions.rows).toHaveCount(3);
    await expect(page.getByRole("heading", { level: 1, name: `${name}.png` })).toBeVisible();
  });
  await test.step("a file is dropped on the preview", async () => {
    const data = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(["second"], "next.txt", { type: "text/plain" }));
      return dropped;
    });
    await page.getByRole("button", { name: /^Enlarge/ }).dispatchEvent("drop", { dataTransfer: data });
    await expect(versions.rows).toHaveCount(4);
    await expect(page.getByRole("heading", { level: 1, name: `${name}.txt` })).toBeVisible();
  });

  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download", exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(`${name}.txt`);
  expect(readFileSync(await download.path(), "utf8")).toBe("second");
  const chooseFromMore = async (name: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await chooseFromMore("Download log");
  await expect(new ResourceTable(page.getByRole("dialog"), "Download log").rows).toHaveCount(1);
  await page.keyboard.press("Escape");
  expect(await violations(page)).toEqual([]);

  await test.step("files replaced by a link can still be downloaded", async () => {
    const attachmentId = /attachments\/([\w-]+)/.exec(page.url())?.[1] ?? "";
    const params = { attachmentId };
    const { version } = await api.call(contract.attachments.detail, { params });
    const body = { fileName: name, url: "https://example.com/plan", version } as never;
    await api.call(contract.attachments.save, { params, body });
    await page.reload();
    await expect(page.getByText("https://example.com/plan")).toBeVisible();
    await expect(versions.rows).toHaveCount(4);
    await expect(versions.rows.getByRole("link", { name: "Download version 1" })).toBeVisible();
  });

  await chooseFromMore("Delete");
  await confirm(page, "Delete attachment");
  await expect(page.getByRole("tab", { name: new RegExp(name) })).toHaveCount(0);
});

test("[AM-03] [AM-05] [AT-04] a link works without sign-in until revoked, and previews its file", {
  tag: "@main",
}, async ({ signedInPage: page, product, browser }) => {
  const name = uniqueName("Shared ");
  const bytes = pdfOf({ width: 200, height: 280, drawing: "0.1 0.4 0.7 rg 20 20 160 240 re f" });
  const file = { name: `${name}.pdf`, mimeType: "application/pdf", buffer: bytes };
  await page.goto(product.at("/attachments/new"));
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Add file" }).click();
  const widthOf = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(() => widthOf(page.locator("main img[src*='/thumbnail/']").first())).toBe(256);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Share/ });
  await expect(dialog.getByRole("combobox", { name: "Valid for" })).toHaveValue("sixMonths");
  await dialog.getByLabel("Password", { exact: true }).fill("open sesame");
  await dialog.getByLabel("Number of downloads").fill("1");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  // Links to the page, not the file, so that viewing uses no download.
  expect(link).toMatch(/\/share\/[\w-]+$/);
  await dialog.getByRole("button", { name: "Done" }).click();

  const context = await browser.newContext({ locale: "de-DE" });
  const visitor = await context.newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: `${name}.pdf` })).toBeVisible();
  await visitor.locator("input[name=password]").fill("sesame");
  await visitor.getByRole("button", { name: "Herunterladen" }).click();
  await expect(visitor.getByText("Dieses Passwort ist falsch.")).toBeVisible();
  expect(await violations(visitor)).toEqual([]);
  await visitor.locator("input[name=password]").fill("open sesame");
  await visitor.getByRole("button", { name: "Vorschau" }).click();
  const preview = visitor.getByRole("img", { name: `Vorschau von ${name}.pdf` });
  await expect.poll(() => widthOf(preview)).toBe(457);
  expect(await violations(visitor)).toEqual([]);
  const coming = visitor.waitForEvent("download");
  await visitor.getByRole("button", { name: "Herunterladen" }).click();
  expect(readFileSync(await (await coming).path()).equals(bytes)).toBe(true);

  await page.getByRole("tab", { name: "Share links" }).click();
  const table = new ResourceTable(page, "Share links");
  await expect(table.rows).toContainText(link);
  await expect(table.rows).toContainText("1 of 1");
  await table.rows.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Revoke link" }).click();
  await confirm(page, "Revoke link");
  await expect(page.getByText("No share links yet")).toBeVisible();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: "Dieser Link ist nicht mehr gültig" })).toBeVisible();
  await context.close();
});

test("[AM-04] a status has names in two languages, an order and a colour", { tag: "@main" }, async ({
  signedInPage: page,
  product,
}) => {
  const name = uniqueName("Draft ");
  await page.goto(product.at("/attachment-status/new"));
  await page.getByRole("button", { name: "Create status" }).click();
  await expect(page.getByText("Please fill in this field.")).toBeVisible();
  await page.getByRole("textbox", { name: "Status name" }).fill(name);
  await expect(page.getByRole("textbox", { name: "Order" })).toHaveValue("1");
  await page.getByRole("textbox", { name: "Deutsch" }).fill("Entwurf");
  expect(await page.getByRole("radio").count()).toBe(6);
  await page.getByRole("radio", { name: "Green" }).check();
  await page.getByRole("button", { name: "Create status" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(readField(page, "Translations")).toHaveText("Deutsch: Entwurf");
  await expect(readField(page, "Colour")).toHaveText("Green");
  await page.goto(product.at(`/search?collection=attachment-status&phrase=${encodeURIComponent(name)}`));
  await expect(new ResourceTable(page, "Attachment statuses").rows).toHaveCount(1);
});

test("[AM-02] [US-03] a record's attachments are uploaded, chosen from existing ones, and removed", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const name = uniqueName("Contract ");
  const roleId = await api.createRole({ roleName: `Signers ${name}` });
  const other = uniqueName("Terms ");
  await api.call(contract.attachments.create, {
    body: { fileName: other, url: "https://example.com/terms" } as never,
  });
  await page.goto(product.at(`/roles/${roleId}?tab=attachments`));
  await expect(page.getByText("No attachments yet")).toBeVisible();
  await page.getByRole("button", { name: "Upload files" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles(text(name));
  await dialog.getByRole("button", { name: "Add file" }).click();
  await expect(dialog).toBeHidden();
  const table = new ResourceTable(page, "Attachments");
  await expect(table.row(`${name}.txt`)).toBeVisible();

  await page.getByRole("button", { name: "Choose attachments" }).click();
  await dialog.getByRole("searchbox").fill(other);
  const offered = dialog.getByRole("row").filter({ hasText: other });
  await offered.getByRole("checkbox").check();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add (1)" }).click();
  await expect(dialog).toBeHidden();
  await expect(table.rows).toHaveCount(2);
  expect(await violations(page)).toEqual([]);

  await table.row(other).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await confirm(page, "Remove");
  await expect(table.rows).toHaveCount(1);
  await table
    .row(`${name}.txt`)
    .getByRole("button", { name: `Show ${name}.txt` })
    .click();
  await expect(dialog.getByText("for you")).toBeVisible();
  await dialog.press("Escape");
  await table.row(`${name}.txt`).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("region", { name: "Used in" })).toContainText(`Signers ${name}`);
});
