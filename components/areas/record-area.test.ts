import { Wrench } from "lucide-react";
import { expect, test } from "vitest";
import { contract } from "@/lib/contract";
import { roleRecords } from "@/lib/contract/roles";
import { recordArea } from "./record-area";

const kind = { calls: contract.roles, view: "RoleView", icon: Wrench } as const;
const records = async () => roleRecords;

test("[RT-01] an area of records has views, texts and permissions by its name", () => {
  const area = recordArea(kind, { place: 1, records, form: [["roleName", "isDefault"]] });
  expect(area).toMatchObject({
    name: "roles",
    label: "roles.title",
    createLabel: "roles.new",
    permission: "RoleView",
    createPermission: "RoleView_AddAction",
  });
  expect(Object.keys(area.views)).toEqual(["list", "create", "detail"]);
});

test("undeclared parts do not compile", () => {
  // @ts-expect-error misspelt field
  recordArea(kind, { place: 1, records, form: [["rolename"]] });
  // @ts-expect-error not an editable field
  recordArea(kind, { place: 1, records, form: [["isBuiltIn"]] });
  // @ts-expect-error permissions of a missing view
  recordArea({ ...kind, view: "RolesView" }, { place: 1, records });
});
