import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { AttributeType } from "@/lib/contract/attribute-types";
import { press } from "@/tests/component/actions";
import { type FakeApi, listOf } from "@/tests/component/fake-api";
import { expectAccessible } from "@/tests/component/sound";
import { showUsers } from "@/tests/component/users-list";
import { userRows } from "@/tests/support/user-rows";

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
const attribute = (at: number, name: string, attributeTypeId: AttributeType, more: object = {}) => ({
  id: idOf(at),
  name,
  attributeTypeId,
  attributeFormat: "",
  attributeCsvValues: "",
  dependentAttributeId: null,
  dependentPropertyId: "",
  isRequired: false,
  ...more,
});
const value = (attributeValue: string | number, attributeValueName = "") => ({
  attributeValue,
  attributeValueName,
});

const offered = [
  attribute(1, "Size", "Number"),
  attribute(2, "Insured", "Boolean", { attributeFormat: '{"trueCaption":"<b>Yes, by law</b>"}' }),
  attribute(3, "Since", "DateTime"),
  attribute(4, "Deputy", "DetailTable"),
  attribute(5, "Colours", "Checkboxes", { attributeCsvValues: "red;green;blue" }),
  attribute(6, "Signed", "Signature"),
  attribute(7, "Heading", "Layout"),
  ...Array.from({ length: 12 }, (_, at) => attribute(10 + at, `Other ${at}`, "String")),
];
const values = {
  [idOf(1)]: value(1234.5),
  [idOf(2)]: value("true"),
  [idOf(3)]: value("2026-03-01"),
  [idOf(4)]: value("7", "Grace Hopper"),
  [idOf(5)]: value("red;blue"),
  [idOf(6)]: value('{"signatureName":"Ada","signatureDate":"2026-03-01T23:30:00.000Z"}'),
};

/** Users, the first with a value of each attribute; rows contain the requested attributes. */
const answers = (api: FakeApi) => {
  api.answer(contract.dictionaries.attributes, (call) => listOf(offered, call));
  api.answer(contract.user.saveSettings, () => new Response(null, { status: 204 }));
  api.answer(contract.users.export, () => new Response("sheet"));
  api.answer(contract.users.list, (call) => {
    const asked = call.query.getAll("attributes");
    const of = (all: object) => Object.fromEntries(Object.entries(all).filter(([id]) => asked.includes(id)));
    return listOf(
      userRows(2).map((row, at) => (asked.length ? { ...row, attributes: of(at === 0 ? values : {}) } : row)),
      call,
    );
  });
};
const listCall = (api: FakeApi) => api.last(contract.users.list);
const askedFor = (api: FakeApi) => listCall(api)?.query.getAll("attributes");

const opener = page.getByRole("button", { name: "Columns and density" });
const panel = page.getByRole("dialog", { name: "Columns and density" });
const choice = (name: string) => panel.getByRole("checkbox", { name, exact: true });
const layout = (...shown: number[]) => ({
  "table.users.list": JSON.stringify({ shown: shown.map((at) => `attributes.${idOf(at)}`) }),
});

test("[AA-04] [TL-07] an attribute is added as a column, filtered by its type, and exported", async () => {
  const { api, table, address } = await showUsers(userRows(2), { answers });
  await table.expectRows(2);
  // Before the request.
  expect(api.calls.map(({ path }) => path)).not.toContain(contract.dictionaries.attributes.path);
  await opener.click();
  await expect.element(choice("Size")).not.toBeChecked();
  await expect.element(choice("Heading")).not.toBeInTheDocument();
  await choice("Size").click();
  await expect.element(choice("Size")).toHaveFocus();
  await expect.element(table.column("Size")).toBeVisible();
  await expect.element(table.rows.first()).toHaveTextContent("1,234.5");
  expect(askedFor(api)).toEqual([idOf(1)]);
  await expectAccessible("the choice of attributes", "[role=dialog]");
  await expect.element(panel.getByText(/^\d+ more\. Type/)).toBeVisible();
  await panel.getByRole("textbox", { name: "Find an attribute" }).fill("her 11");
  await choice("Other 11").click();
  await expect.element(table.column("Other 11")).toBeVisible();
  await choice("Other 11").click();
  await expect.element(table.column("Other 11")).not.toBeInTheDocument();
  // It stays in place, so that a mistake can be undone.
  await expect.element(choice("Other 11")).toHaveFocus();
  await press("Escape");

  await table.column("Size").getByRole("button", { name: "Filter by Size" }).click();
  const editor = page.getByRole("dialog", { name: "Filter by Size" });
  await editor.getByLabelText("Condition").selectOptions("is in the range");
  await editor.getByLabelText("From").fill("1.000,5");
  await editor.getByRole("button", { name: "Apply" }).click();
  await expect.element(page.getByRole("button", { name: /^Change filter: Size/ })).toBeVisible();
  const filters = `attributes.${idOf(1)}:atLeast:1000.5`;
  expect(address()).toEqual({ filters });
  await expect.poll(() => listCall(api)?.query.get("filters")).toBe(filters);

  await table.column("Size").getByRole("button", { name: "Size", exact: true }).click();
  await expect.element(table.column("Size")).toHaveAttribute("aria-sort", "ascending");
  const sortBy = `attributes.${idOf(1)}`;
  expect(address()).toEqual({ filters, sortBy });
  await expect.poll(() => listCall(api)?.query.get("sortBy")).toBe(sortBy);

  await page.getByRole("button", { name: "Export" }).click();
  await expect
    .poll(() => api.last(contract.users.export)?.body)
    .toMatchObject({
      filters,
      sortBy,
      columns: expect.arrayContaining([
        expect.objectContaining({ dataField: `attributes.${idOf(1)}`, caption: "Size" }),
      ]),
    });
});

test("[AA-01] [TL-07] added attribute columns show values by type; deleted attributes disappear", async () => {
  const { api, table } = await showUsers(userRows(2), {
    answers,
    settings: layout(1, 2, 3, 4, 5, 6, 99),
    at: `/users?filters=attributes.${idOf(99)}:notEmpty;attributes.${idOf(1)}:contains:x;email:notEmpty&sortBy=attributes.${idOf(5)}`,
  });
  await expect.element(table.column("Signed")).toBeVisible();
  for (const text of [
    "1,234.5",
    "<b>Yes, by law</b>",
    "01.03.2026",
    "Grace Hopper",
    "red, blue",
    "Ada, 02.03.2026",
  ])
    await expect.element(table.rows.first()).toHaveTextContent(text);
  await expect.element(table.rows.nth(1)).toHaveTextContent("——————");
  expect(askedFor(api)).toEqual([1, 2, 3, 4, 5, 6].map(idOf));
  await expect.element(page.getByText(/2 filters/)).toBeVisible();
  // Multiple colours cannot be sorted.
  await expect.element(page.getByText(/Ignored in this link: sorting/)).toBeVisible();
  expect(listCall(api)?.query.get("sortBy")).toBe("lastName");
  await expect
    .element(table.column("Colours").getByRole("button", { name: "Colours", exact: true }))
    .not.toBeInTheDocument();
  expect(listCall(api)?.query.get("filters")).toBe("email:notEmpty");
});

test("[TL-07] at most ten attributes are shown at once", async () => {
  const { table } = await showUsers(userRows(2), {
    answers,
    settings: layout(...[1, 2, 3, 4, 5, 6, 10, 11, 12, 13]),
  });
  await expect.element(table.column("Signed")).toBeVisible();
  await opener.click();
  await expect.element(panel.getByText("At most 10 attributes are shown at once.")).toBeVisible();
  await expect.element(choice("Other 4")).toBeDisabled();
  await choice("Size").click();
  await expect.element(choice("Other 4")).toBeEnabled();
});
