import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { AttributeType } from "@/lib/contract/attribute-types";
import { listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import AttributeSection from "./attribute-section";

const id = "00000000-0000-4000-8000-000000000001";

/** Opens the dialog for a role's attribute value. */
async function edit(attributeTypeId: AttributeType, attributeCsvValues: string, attributeValue: string) {
  const row = {
    roleAttributeId: id,
    attributeId: id,
    attributeName: "Colours",
    attributeTypeId,
    attributeFormat: "",
    attributeCsvValues,
    dependentAttributeId: null,
    dependentPropertyId: "",
    attributeValue,
    attributeValueName: "",
    isRequired: false,
    createdOn: "2026-03-01T09:30:00.000Z",
    createdBy: "Ada",
    updatedOn: null,
    updatedBy: null,
  };
  const { api } = await show(
    <AttributeSection calls={contract.roles} view="RoleView" noun="role" params={{ roleId: id }} />,
    {
      answers(api) {
        api.answer(contract.roles.attributes, (call) => listOf([row], call));
        api.answer(contract.dictionaries.attributes, (call) => listOf([], call));
        api.answer(contract.roles.saveAttribute, () => row);
      },
    },
  );
  await page.getByRole("button", { name: "Edit Colours" }).click();
  const dialog = page.getByRole("dialog");
  const saved = async () => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    return api.calls.find(({ method }) => method === "PUT")?.body;
  };
  return { dialog, saved };
}

test("[AA-01] [FM-10] a choice that is no longer offered stays until removed", async () => {
  const several = await edit("Checkboxes", "green;blue", "red;green");
  await expect.element(several.dialog.getByRole("checkbox", { name: "red" })).toBeChecked();
  await several.dialog.getByRole("checkbox", { name: "blue" }).click();
  expect(await several.saved()).toMatchObject({ attributeValue: "green;blue;red" });
});

test("[AA-01] [FM-10] a single choice that is no longer offered stays selected", async () => {
  const one = await edit("CSV", "green;blue", "red");
  await expect.element(one.dialog.getByRole("combobox", { name: "Colours" })).toHaveValue("red");
});
