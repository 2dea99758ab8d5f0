import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { AttributeType } from "@/lib/contract/attribute-types";
import type { ResponseOf } from "@/lib/contract/endpoint";
import { listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import AttributeSection from "../record/attribute-section";

const id = "00000000-0000-4000-8000-000000000001";

/** Opens the dialog for a role's attribute value. */
async function edit(attributeTypeId: AttributeType, attributeCsvValues: string, attributeValue: string) {
  const row: ResponseOf<typeof contract.roles.attributes>["list"][number] = {
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
    version: 1,
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
  return { api, row, dialog, saved };
}

/** The same for a text at version 1 that Bob has changed to version 2. */
async function editLate() {
  const { api, row, dialog } = await edit("String", "", "one");
  const theirs = { ...row, attributeValue: "theirs", updatedBy: "Bob", version: 2 };
  api.answer(contract.roles.saveAttribute, ({ body }) => {
    if ((body as { version?: number }).version === 2) return { ...theirs, version: 3 };
    const stale = { status: 409, code: "stale", title: "", message: "", current: theirs };
    return Response.json(stale, { status: 409 });
  });
  await dialog.getByRole("textbox", { name: "Colours" }).fill("mine");
  await dialog.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Someone else has saved this record" });
  await expect.element(conflict).toHaveTextContent("Bob saved a change while you were editing.");
  await expect.element(conflict.getByRole("row", { name: /Colours/ })).toHaveTextContent(/one.*mine.*theirs/);
  const sent = () => api.calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  return { conflict, sent, dialog };
}

test("[FM-09] [AA-01] the second save shows the other value before overwriting it", async () => {
  const { conflict, sent } = await editLate();
  await expectAccessible("the conflict of a value");
  await conflict.getByRole("button", { name: "Overwrite with yours" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(sent()).toMatchObject([
    { attributeValue: "mine", version: 1 },
    { attributeValue: "mine", version: 2 },
  ]);
});

test("[FM-09] [AA-01] the user can keep the other value, or continue editing", async () => {
  const { conflict, sent, dialog } = await editLate();
  await conflict.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(dialog.getByRole("textbox", { name: "Colours" })).toHaveValue("mine");
  await dialog.getByRole("button", { name: "Save" }).click();
  await conflict.getByRole("button", { name: "Use theirs" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(sent()).toHaveLength(2);
});

test("[AA-01] [FM-10] a choice that is no longer offered stays until it is removed", async () => {
  const several = await edit("Checkboxes", "green;blue", "red;green");
  await expect.element(several.dialog.getByRole("checkbox", { name: "red" })).toBeChecked();
  await several.dialog.getByRole("checkbox", { name: "blue" }).click();
  expect(await several.saved()).toMatchObject({ attributeValue: "green;blue;red" });
});

test("[AA-01] [FM-10] a single choice that is no longer offered stays selected", async () => {
  const one = await edit("CSV", "green;blue", "red");
  await expect.element(one.dialog.getByRole("combobox", { name: "Colours" })).toHaveValue("red");
});
