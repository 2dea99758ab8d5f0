import exceljs from "exceljs";
import { contract } from "@/lib/contract";
import { expect, test, uniqueName } from "./fixtures/test";
import { violations } from "./pages/axe";
import { confirm, edit, ResourceTable, readField, save } from "./pages/resource";

const fieldName = (start: string) => uniqueName(start).replace(/\W/g, "_");

test("[AA-01] [AA-02] an attribute is created with its type's options, assigned, counted and deleted", {
  tag: "@main",
}, async ({ signedInPage: page, product }) => {
  const attributeName = fieldName("Insured_");
  await page.goto(product.at("/attributes/new"));
  await page.getByRole("textbox", { name: "Attribute name" }).fill("1st");
  await page.getByRole("button", { name: "Create attribute" }).click();
  await expect(page.getByText("Please begin with a letter or an underscore")).toBeVisible();
  await page.getByRole("textbox", { name: "Attribute name" }).fill(attributeName);
  const type = page.getByRole("combobox", { name: "Type" });
  await type.selectOption("CSV");
  await page.getByRole("button", { name: "Create attribute" }).click();
  await expect(page.getByRole("textbox", { name: "Values to choose from" })).toHaveAccessibleDescription(
    "Please fill in this field.",
  );
  await type.selectOption("Textarea");
  const textRows = page.getByRole("combobox", { name: "Rows" });
  await expect(textRows).toHaveValue("");
  await expect(textRows.getByRole("option")).toHaveText(["Default (5)", "5", "10", "15", "20"]);
  await type.selectOption("DetailTable");
  await expect(page.getByRole("combobox", { name: "Dictionary" })).toContainText("Users");
  await type.selectOption("Boolean");
  await page.getByRole("textbox", { name: "Caption for yes" }).fill("<b>Insured</b>");
  await page.getByRole("textbox", { name: "Caption for no" }).fill("Bare");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Create attribute" }).click();
  await expect(page.getByRole("heading", { level: 1, name: attributeName })).toBeVisible();
  await expect(page).toHaveURL(/\/attributes\/[0-9a-f-]{36}$/);
  await expect(readField(page, "Caption for yes")).toHaveText("<b>Insured</b>");
  await edit(page);
  await page.getByRole("checkbox", { name: "Hide the captions" }).check();
  await expect(page.getByRole("textbox", { name: "Caption for no" })).not.toBeEditable();
  await save(page);
  await expect(readField(page, "Hide the captions")).toHaveText("Yes");

  await page.getByRole("tab", { name: "Assignments" }).click();
  await page.getByRole("button", { name: "Add assignment" }).first().click();
  const dialog = page.getByRole("dialog", { name: `Assign ${attributeName}` });
  await dialog.getByRole("combobox", { name: "Assigned to" }).selectOption("form");
  await dialog.getByRole("checkbox", { name: "In every form" }).check();
  await dialog.getByRole("textbox", { name: "Subtype" }).fill("Intake");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const table = new ResourceTable(page, "Assignments");
  await expect(table.row("Form")).toContainText("Intake");
  await expect(page.getByRole("tab", { name: "Assignments" })).toHaveAccessibleDescription("1");
  expect(await violations(page)).toEqual([]);
  await table.row("Form").getByRole("checkbox").check();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const editing = page.getByRole("dialog", { name: `Edit the assignment of ${attributeName}` });
  await editing.getByRole("textbox", { name: "Subtype" }).fill("Discharge");
  await editing.getByRole("button", { name: "Save", exact: true }).click();
  await expect(table.row("Form")).toContainText("Discharge");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await confirm(page, "Remove");
  await expect(page.getByText("Not assigned yet")).toBeVisible();
  await page.getByRole("tab", { name: "Attribute", exact: true }).click();
});

test("[AA-03] [AA-04] [US-03] a role's attributes are entered by type, edited, removed and recorded", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const roleId = await api.createRole();
  const make = async (start: string, body: object, isRequired = false) => {
    const attributeName = fieldName(start);
    const attributeId = await api.call(contract.attributes.create, {
      body: { attributeName, ...body } as never,
    });
    await api.call(contract.attributes.addAssignment, {
      params: { attributeId },
      body: { attributeAssignmentTypeId: "role", isRequired },
    });
    return attributeName;
  };
  const price = await make("Price_", { attributeTypeId: "Number", decimalScale: 2 });
  const double = await make("Double_", { attributeTypeId: "Number", calculatedAttribute: `${price} * 2` });
  const colours = await make("Colours_", {
    attributeTypeId: "Checkboxes",
    attributeCsvValues: "red;green;blue",
  });
  const agreed = await make("Agreed_", { attributeTypeId: "Boolean", trueCaption: "I agree" }, true);
  const holder = await make("Deputy_", {
    attributeTypeId: "DetailTable",
    attributeFormat: "/dictionaries/users",
  });
  const since = await make("Since_", { attributeTypeId: "DateTime" });
  const signed = await make("Signed_", { attributeTypeId: "Signature" });
  const heading = await make("Heading_", { attributeTypeId: "Layout", bold: true, fontSize: "lg" });
  const user = await api.createUser();

  await page.goto(product.at(`/roles/${roleId}?tab=attributes`));
  await expect(page.getByText("No attributes assigned")).toBeVisible();
  // Roles may have other required attributes.
  const missing = page.getByText(/missing: /).filter({ hasText: agreed });
  await expect(missing).toBeVisible();
  const dialog = page.getByRole("dialog");
  const add = async (name: string, enter: () => Promise<unknown>) => {
    await page.getByRole("button", { name: "Add attribute" }).first().click();
    const picker = dialog.getByRole("combobox", { name: "Attribute" });
    await picker.fill(name);
    await page.getByRole("option", { name }).click();
    await enter();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await add(double, () => expect(dialog.getByText(`Calculated from ${price} * 2`)).toBeVisible());
  await expect(row(double)).toContainText("Cannot edit");
  await add(price, () => dialog.getByRole("textbox", { name: price }).fill("7,25"));
  await expect(row(price)).toContainText("7.25");
  await expect(row(double)).toContainText("14.5");
  await add(colours, async () => {
    await dialog.getByRole("checkbox", { name: "blue" }).check();
    await dialog.getByRole("checkbox", { name: "red" }).check();
    expect(await violations(page)).toEqual([]);
  });
  await add(agreed, async () => {
    await dialog.getByRole("radio", { name: "No" }).check();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog.getByText("Please tick this.")).toBeVisible();
    await dialog.getByRole("radio", { name: "I agree" }).check();
  });
  await add(holder, async () => {
    await dialog.getByRole("combobox", { name: holder }).fill(user.userName);
    await page.getByRole("option", { name: user.userName }).first().click();
  });
  await add(since, () => dialog.getByRole("textbox", { name: since }).fill("01.03.2026"));
  await add(signed, () => dialog.getByRole("textbox", { name: `${signed}: Name` }).fill("Ada Byron"));
  await add(heading, () => expect(dialog.getByText("Cannot edit")).toBeVisible());
  await expect(row(signed).getByRole("img", { name: "Signature of Ada Byron" })).toBeVisible();
  await expect(row(since)).toContainText("01.03.2026");
  await expect(missing).toBeHidden();
  expect(await violations(page)).toEqual([]);

  await row(colours)
    .getByRole("button", { name: `Edit ${colours}` })
    .click();
  await expect(dialog.getByRole("checkbox", { name: "red" })).toBeChecked();
  await dialog.getByRole("checkbox", { name: "red" }).uncheck();
  await dialog.getByRole("checkbox", { name: "green" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row(colours)).toContainText("greenblue");
  await row(heading)
    .getByRole("button", { name: `Remove ${heading}` })
    .click();
  await confirm(page, "Remove attribute");
  await expect(row(heading)).toBeHidden();
  const { list } = await api.call(contract.roles.attributes, { params: { roleId } });
  expect(list.find(({ attributeName }) => attributeName === colours)?.attributeValue).toBe("green;blue");

  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: /History/ });
  await history.getByText(`Attribute changed: ${colours}`).first().click();
  // The line of the list has the value, too.
  const detail = history.getByRole("region", { name: "Attribute changed" });
  await expect(detail.getByText("green", { exact: true })).toBeVisible();
});

test("[AA-04] [TL-03] [TL-07] an attribute is added as a column of roles, filtered and exported", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const price = fieldName("Price_");
  const attributeId = await api.call(contract.attributes.create, {
    body: { attributeName: price, attributeTypeId: "Number" } as never,
  });
  await api.call(contract.attributes.addAssignment, {
    params: { attributeId },
    body: { attributeAssignmentTypeId: "role" },
  });
  const phrase = uniqueName("Priced");
  for (const [name, attributeValue] of [
    ["cheap", 7.25],
    ["dear", 1234.5],
  ] as const) {
    const roleId = await api.createRole({ roleName: `${phrase} ${name}` });
    await api.call(contract.roles.addAttribute, {
      params: { roleId },
      body: { attributeId, attributeValue },
    });
  }
  await page.goto(product.at(`/roles?phrase=${phrase}`));
  const table = new ResourceTable(page, "Roles");
  await expect(table.rows).toHaveCount(2);
  await page.getByRole("button", { name: "Columns and density" }).click();
  const panel = page.getByRole("dialog", { name: "Columns and density" });
  const saved = page.waitForResponse((response) => response.url().endsWith("/user/settings"));
  const box = panel.getByRole("checkbox", { name: price });
  const find = panel.getByRole("textbox", { name: "Find an attribute" });
  await expect(box.or(find).first()).toBeVisible();
  if (await find.isVisible()) await find.fill(price);
  await box.check();
  await expect(table.row("dear")).toContainText("1,234.5");
  await saved;
  await page.keyboard.press("Escape");

  await table
    .column(price)
    .getByRole("button", { name: `Filter by ${price}` })
    .click();
  const editor = page.getByRole("dialog", { name: `Filter by ${price}` });
  await editor.getByLabel("Condition").selectOption("is at least");
  await editor.getByLabel("Value").fill("1000");
  await editor.getByRole("button", { name: "Apply" }).click();
  await expect(table.rows).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.readFile(await (await download).path());
  const [sheet] = workbook.worksheets;
  const head = ((sheet?.getRow(1).values ?? []) as string[]).indexOf(price);
  expect([sheet?.rowCount, sheet?.getRow(2).getCell(head).value]).toEqual([2, 1234.5]);

  await page.reload();
  await expect(table.row("dear")).toContainText("1,234.5");
  await expect(page.getByRole("button", { name: /^Change filter/ })).toContainText(
    `${price} is at least 1,000`,
  );
  await expect(table.rows).toHaveCount(1);
});
