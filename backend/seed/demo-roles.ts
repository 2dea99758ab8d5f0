import type { PermissionName } from "../../lib/contract/permissions";
import { offeredIn } from "../access/offered";
import { hostTenant } from "../core/tenant-prefix";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";

/** Those that have an effect; the state of the installation is for operators alone. */
const offered = [...offeredIn(hostTenant, false)].filter((name) => !name.startsWith("SystemView"));
const views = offered.filter((name) => !name.includes("_"));
const sections = offered.filter((name) => name.endsWith("Section"));
const histories = offered.filter((name) => name.endsWith("_HistoryAction"));
const of = (view: string) => offered.filter((name) => name === view || name.startsWith(`${view}_`));
const reading = [...views, ...sections];

export interface SampleRole {
  roleName: string;
  isDefault: boolean;
  permissions: readonly PermissionName[];
}

const role = (roleName: string, permissions: readonly PermissionName[] = views, isDefault = false) => ({
  roleName,
  isDefault,
  permissions,
});

/** Two dozen roles of a middle-sized company, from no permissions to nearly all. */
export const sampleRoles: readonly SampleRole[] = [
  role("Employee", ["UserView"], true),
  role("Trainee", []),
  role("User administration", of("UserView")),
  role("Role administration", of("RoleView")),
  role("Help desk", [...of("UserView").filter((name) => !name.endsWith("DeleteAction")), "RoleView"]),
  role("Audit", [...reading, ...histories]),
  role("Management", reading),
  role("Works council", ["UserView", "RoleView", "RoleView_UserSection"]),
  role("Human resources", [...of("UserView").filter((name) => name !== "UserView_CreateApiKey"), "RoleView"]),
  role("Accounting"),
  role("Controlling", reading),
  role("Purchasing"),
  role("Sales"),
  role("Sales (Poland)"),
  role("Sales (Serbia)"),
  role("Marketing"),
  role("Customer service", ["UserView", "UserView_RoleSection"]),
  role("Logistics"),
  role("Warehouse", ["UserView"]),
  role("Production"),
  role("Quality assurance", [...views, ...histories]),
  role("Research and development"),
  role("Information technology", [
    ...of("UserView"),
    ...of("RoleView").filter((name) => !name.endsWith("DeleteAction")),
  ]),
  role("External partner", []),
];

/** Records created so far, in the order of the samples. */
export interface Made {
  administrator?: string;
  roleIds: string[];
  userIds: string[];
  attributeIds: string[];
}

/** Gives a role the last of its permissions. */
export function completeRole(db: Database, { roleIds }: Made, index: number): Promise<unknown> {
  const last = sampleRoles[index]?.permissions.at(-1) ?? "";
  return db.execute(sql`
    update roles set permissions = array_append(permissions, ${last}) where role_id = ${roleIds[index]}`);
}
