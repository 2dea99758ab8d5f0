import { readFileSync } from "node:fs";
import PizZip from "pizzip";
import { contract } from "@/lib/contract";
import { docx, paragraph, table } from "../../backend/testing/docx";
import { expect, test, uniqueName } from "./fixtures/test";
import { violations } from "./pages/axe";
import { confirm, edit, ResourceTable, readField, save } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

const file = async (name: string, body: string) => ({
  name,
  mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  buffer: await docx(body),
});

test("[RP-01] [RP-02] [RP-03] a report is renamed, and a layout added, fixed, viewed, filled, deleted", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const { list } = await api.call(contract.reports.list, { query: {} });
  const report = list.find(({ source }) => source === "roles");
  await page.goto(product.at("/search?collection=reports"));
  const reports = new ResourceTable(page, "Reports");
  await expect(reports.rows).toHaveCount(4);
  await page.goto(product.at(`/reports/${report?.reportId}`));
  const workspace = new WorkspacePage(page);
  await workspace.listens();
  const { panel } = workspace;
  const reportName = uniqueName("Roles ");
  await edit(page);
  await panel.getByRole("textbox", { name: "Report name" }).fill(reportName);
  await save(page);
  await expect(readField(page, "Report name")).toHaveText(reportName);
  await panel.getByRole("searchbox", { name: "Find a placeholder" }).fill("role name");
  await expect(panel.getByRole("button", { name: "Copy {roleName}" })).toBeVisible();
  await panel.getByRole("searchbox", { name: "Find a placeholder" }).fill("technical");
  await expect(panel.getByRole("row", { name: /permissionId.*Between {#permissions} and/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await panel.getByRole("tab", { name: /^Layouts/ }).click();
  const saved = page.waitForEvent("download");
  await panel.getByRole("link", { name: "Download default layout" }).first().click();
  expect((await saved).suggestedFilename()).toMatch(/\.docx$/);
  await panel.getByRole("button", { name: "Add layout" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add layout" }).click();
  await expect(dialog.getByText("Please choose a file.")).toBeVisible();
  const name = uniqueName("Overview ");
  const input = dialog.locator("input[type=file]");
  await input.setInputFiles(await file(`${name}.docx`, paragraph("{reportName") + paragraph("x")));
  await expect(dialog.getByRole("textbox", { name: "Layout name" })).toHaveValue(name);
  await dialog.getByRole("button", { name: "Add layout" }).click();
  await expect(dialog.getByText("Paragraph 1: “{reportName” has no closing brace.")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const body = paragraph("{reportName}: {rolName}") + table(["{#rows}{roleName}", "{userCount}{/rows}"]);
  await input.setInputFiles(await file(`${name}.docx`, body));
  await dialog.getByRole("button", { name: "Add layout" }).click();
  await expect(dialog).toBeHidden();

  const layouts = new ResourceTable(page, "Layouts");
  const row = layouts.row(name);
  await expect(row).toContainText("1 warning");
  const choose = async (action: string) => {
    await row.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Placeholders and versions");
  await expect(dialog.getByText("Paragraph 1: {rolName} is not known and stays empty.")).toBeVisible();
  await expect(dialog.getByText("Did you mean {roleName}?")).toBeVisible();
  await expect(dialog.getByText("Added: {reportName}")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await choose("Preview");
  // In English the report keeps its translation key as the name.
  await expect(dialog.getByText("Roles:", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  const made = page.waitForEvent("download");
  await choose("Create document");
  const xml = new PizZip(readFileSync(await (await made).path())).file("word/document.xml")?.asText();
  expect(xml).toContain("Administrator");
  // Slow reports are generated in the background.
  const code = { status: 400, code: "tooManyRows", title: "", message: "" };
  await page.route(/\/filled(\?|$)/, (route) => route.fulfill({ status: 400, json: code }));
  await choose("Create document");
  await expect(page.getByText("You will be notified when the document is ready.")).toBeVisible();
  const fetched = page.waitForEvent("download");
  await panel.getByRole("link", { name: `Download ${name}.docx` }).click();
  const later = new PizZip(readFileSync(await (await fetched).path())).file("word/document.xml")?.asText();
  expect(later).toContain("Administrator");
  expect(await violations(page)).toEqual([]);
  await panel.getByRole("button", { name: `Remove ${name}.docx` }).click();
  await expect(panel.getByText("Background documents")).toBeHidden();
  await choose("Edit");
  await dialog.getByRole("textbox", { name: "Description" }).fill("For the board");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  await row.getByRole("checkbox").click();
  await layouts.selection.getByRole("button", { name: "Delete layout" }).click();
  await confirm(page, "Delete layout");
  await expect(row).toHaveCount(0);
});
