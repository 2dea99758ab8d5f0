import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import { listOf } from "@/tests/component/fake-api";
import { ResourceTable } from "@/tests/component/resource-table";
import { show } from "@/tests/component/show";
import RolesListView from "./list-view";

test("[TL-04] roles are filtered by yes and no", async () => {
  const roles = ["Administrator", "Reader"].map((roleName) => ({
    roleId: `id-${roleName}`,
    roleName,
    isDefault: roleName === "Reader",
    isBuiltIn: false,
    userCount: 0,
    permissionCount: 0,
    createdOn: "2026-03-01T09:30:00.000Z",
    createdBy: "admin",
  }));
  await show(<RolesListView />, {
    at: "/roles",
    answers(api) {
      api.answer(contract.dictionaries.attributes, (call) => listOf([], call));
      api.answer(contract.roles.list, (call) => {
        const wanted = { "isDefault:is:yes": true, "isDefault:is:no": false }[
          call.query.get("filters") ?? ""
        ];
        return listOf(
          roles.filter(({ isDefault }) => wanted === undefined || isDefault === wanted),
          call,
        );
      });
    },
  });
  const table = new ResourceTable("Roles");
  await table.expectRows(2);
  await page.getByRole("button", { name: "Add filter" }).click();
  const editor = page.getByRole("dialog", { name: "Add filter" });
  await editor.getByLabelText("Column").selectOptions("Default role");
  await editor.getByRole("radio", { name: "No" }).click();
  await editor.getByRole("button", { name: "Apply" }).click();
  await table.expectRows(1);
  await expect.element(table.rows.getByRole("link")).toHaveTextContent(/^Administrator$/);
});
