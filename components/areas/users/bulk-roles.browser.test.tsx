import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { contract } from "@/lib/contract";
import { listOf } from "@/tests/component/fake-api";
import { showUsers } from "@/tests/component/users-list";
import { userRows } from "@/tests/support/user-rows";

const roles = ["Accounting", "Sales"].map((name) => ({ id: name.toLowerCase(), name, isDefault: false }));

const showBulk = () =>
  showUsers(userRows(3), {
    answers(api) {
      api.answer(contract.dictionaries.roles, (call) => listOf(roles, call));
      api.answer(contract.users.bulkSave, ({ body }) => {
        const { userIds, values } = body as { userIds: string[]; values: { roleIds?: string[] } };
        return {
          results: userIds.map((recordId, index) => ({
            recordId,
            isSaved: true,
            // The first user has the role already.
            ...(index > 0 && values.roleIds && { undo: { removedRoleIds: values.roleIds } }),
          })),
        };
      });
    },
  });

test("[TL-08] [US-04] roles are removed from several users, and the change is undone", async () => {
  const { table, api } = await showBulk();
  await table.all.click();
  await table.selection.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Change 3 records" });
  await expect.element(dialog.getByRole("checkbox", { name: "Change “Roles”" })).toBeChecked();
  await dialog.getByRole("checkbox", { name: "Change “Roles to remove”" }).click();
  for (const [field, name] of [
    ["Roles", "Accounting"],
    ["Roles to remove", "Sales"],
  ] as const) {
    await dialog.getByRole("combobox", { name: field, exact: true }).fill(name);
    await expect.element(page.getByRole("option", { name })).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  }
  await dialog.getByRole("button", { name: "Change 3 records" }).click();
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText("2 records are as before.")).toBeVisible();
  const sent = api.calls.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  expect(sent).toEqual([
    {
      userIds: ["id-0", "id-1", "id-2"],
      values: { roleIds: ["accounting"], removedRoleIds: ["sales"] },
    },
    { userIds: ["id-1", "id-2"], values: { removedRoleIds: ["accounting"] } },
  ]);
});
