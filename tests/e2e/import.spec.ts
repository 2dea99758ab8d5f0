import exceljs from "exceljs";
import { contract } from "@/lib/contract";
import { expect, test, uniqueName } from "./fixtures/test";
import { switchLanguage } from "./pages/languages";

const csv = (text: string, name = "statuses.csv") => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(text),
});

test("[TL-09] a file is matched, checked, imported, corrected and undone", { tag: "@main" }, async ({
  signedInPage: page,
  product,
  api,
}) => {
  const mark = uniqueName("Imp");
  const body = { attachmentStatusName: `${mark} old`, sortOrder: 1 };
  await api.call(contract["attachment-status"].create, { body });
  await page.goto(product.at(`/attachment-status?phrase=${mark}`));
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import: Attachment statuses" });
  const choose = dialog.locator("input[type=file]");

  // An invalid file is reported, and another can be chosen.
  await choose.setInputFiles(csv("Status name\n", "empty.csv"));
  await expect(dialog.getByRole("alert")).toContainText("no rows below its headings");

  await choose.setInputFiles(
    csv(`Name;Reihenfolge;Other\n${mark} old;7;x\n${mark} new;2;\n${mark} new;3;\n${mark} wrong;many;\n`),
  );
  const field = (heading: string) => dialog.getByRole("combobox", { name: `Field for ${heading}` });
  await expect(field("Reihenfolge")).toHaveValue("sortOrder");
  await expect(dialog.getByText("New records also need: Status name.", { exact: false })).toBeVisible();
  await field("Name").selectOption("Status name");
  await expect(dialog.getByText("New records also need", { exact: false })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Check", exact: true }).click();

  const rows = dialog.getByRole("table", { name: "Rows" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("Row 3 is about the same record.");
  await expect(rows.nth(2)).toContainText("Order: Please enter a number.");
  const show = dialog.getByRole("combobox", { name: "Show" });
  await show.selectOption("All (4)");
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText("Order: 1 → 7");
  await expect(dialog.getByRole("radio", { name: /^All or nothing/ })).toBeDisabled();
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save errors as csv" }).click();
  const faults = await saving;
  expect(faults.suggestedFilename()).toBe("statuses-errors.csv");

  await dialog.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "The import is complete." })).toContainText(
    "Created: 1, changed: 1, unchanged: 0, errors: 2.",
  );
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("row")).toHaveCount(3);
  const order = page
    .getByRole("row")
    .filter({ hasText: `${mark} old` })
    .getByRole("gridcell", { name: /^\d+$/ });
  await expect(order).toHaveText("7");

  // Opened again by keyboard, the import is undone completely.
  await page.getByRole("button", { name: "Import", exact: true }).press("Enter");
  await dialog.getByRole("button", { name: "Open" }).first().press("Enter");
  await dialog.getByRole("button", { name: "Undo import" }).press("Enter");
  await expect(dialog.getByText("The import was undone.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(order).toHaveText("1");

  // On a phone and in German, with an exported and edited workbook.
  const family = uniqueName("Fam");
  await api.createUser({ lastName: family, firstName: "Ada", userName: uniqueName("imp") });
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto(product.at(`/users?phrase=${family}`));
  await expect(page.getByRole("row")).toHaveCount(2);
  const exporting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.readFile(await (await exporting).path());
  const sheet = workbook.worksheets[0] as exceljs.Worksheet;
  sheet.getCell("B2").value = "Eva";
  sheet.addRow([family, "Bea", uniqueName("new")]);
  const buffer = Buffer.from(await workbook.xlsx.writeBuffer());
  await switchLanguage(page, product.prefix, "de");
  await page.getByRole("button", { name: "Importieren", exact: true }).click();
  const german = page.getByRole("dialog", { name: "Import: Benutzer" });
  await german.locator("input[type=file]").setInputFiles({ name: "users.xlsx", mimeType: "", buffer });
  await expect(german.getByRole("combobox", { name: "Feld für Last name" })).toHaveValue("lastName");
  await german.getByRole("button", { name: "Prüfen", exact: true }).click();
  await german.getByText("Alles oder nichts").click();
  await german.getByRole("button", { name: "2 Zeilen importieren" }).click();
  await expect(german.getByText("Angelegt: 1, geändert: 1", { exact: false })).toBeVisible();
  await german.getByRole("button", { name: "Schließen" }).last().click();
  await expect(page.getByRole("row")).toHaveCount(3);
});

test("[TL-09] [AA-04] the sheet, the headings and the separator are chosen, and attributes are filled", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const attributeName = uniqueName("Cost centre ").replace(/\W+/g, " ");
  const attributeId = await api.call(contract.attributes.create, {
    body: { attributeName, attributeTypeId: "Number" } as never,
  });
  await api.call(contract.attributes.addAssignment, {
    params: { attributeId },
    body: { attributeAssignmentTypeId: "role" },
  });
  const mark = uniqueName("Chosen ");
  const workbook = new exceljs.Workbook();
  workbook
    .addWorksheet("Roles")
    .addRows([["Roles of 2026"], ["Role name", attributeName], [`${mark} one`, 1234]]);
  workbook.addWorksheet("Other").addRows([["x"], ["Name", "Number"], [`\u200b${mark} two`, 5]]);
  const buffer = Buffer.from(await workbook.xlsx.writeBuffer());
  await page.goto(product.at(`/roles?phrase=${mark}`));
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import: Roles" });
  await dialog.locator("input[type=file]").setInputFiles({ name: "roles.xlsm", mimeType: "", buffer });
  const field = (heading: string) => dialog.getByRole("combobox", { name: `Field for ${heading}` });
  await expect(field(attributeName)).toHaveValue(`attributes.${attributeId}`);
  await expect(dialog.getByRole("combobox", { name: "Headings" })).toHaveValue("2");
  await dialog.getByRole("combobox", { name: "Sheet" }).selectOption("Other");
  await expect(dialog.getByRole("combobox", { name: "Field for x" })).toBeVisible();
  await dialog.getByRole("combobox", { name: "Headings" }).selectOption("2");
  await expect(dialog.getByText("Invisible characters were removed from the ends of 1 value.")).toBeVisible();
  await field("Name").selectOption("Role name");
  await field("Number").selectOption(attributeName);
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  const row = dialog.getByRole("table", { name: "Rows" }).getByRole("row").nth(1);
  await expect(row).toContainText(`Role name: ${mark} two`);
  await expect(row).toContainText(`${attributeName}: 5`);
  await dialog.getByRole("button", { name: "Import 1 row" }).click();
  await expect(dialog.getByText("The import is complete.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("row")).toHaveCount(2);
});
