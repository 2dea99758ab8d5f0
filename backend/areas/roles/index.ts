export { roleTable as table } from "../../records/role-table";

import { contract } from "../../../lib/contract";
import { roleRecords } from "../../../lib/contract/roles";
import { attachedHandlers, attachedPart } from "../../attachments/attached";
import { implement } from "../../endpoint/route";
import { listFacts, listPage } from "../../lists/list";
import { attributeHandlers } from "../../records/attribute-handlers";
import { recordHandlers } from "../../records/handlers";
import type { ImportChanges } from "../../records/importable";
import { roleTable } from "../../records/role-table";
import { restorePermissions, usersPart } from "./parts";
import { usersOfRole } from "./queries";
import * as service from "./service";

export const routes = implement(contract.roles, {
  ...recordHandlers(roleTable, {
    ...service.rules,
    parts: [usersPart, attachedPart(roleRecords)],
    apart: { permissions: restorePermissions },
  }),
  ...attributeHandlers(roleTable, service.rules),
  ...attachedHandlers(roleTable),
  permissions: ({ params, context }) => service.permissions(context, params.roleId),
  savePermissions: ({ params, query, body, context }) =>
    service.savePermissions(context, params.roleId, body, query.version),
  clone: ({ params, body, context }) => service.clone(context, params.roleId, body.roleName),
  users: async ({ params, query, context }) => {
    await roleTable.get(context.db, params.roleId);
    return listPage(context.db, usersOfRole(params.roleId), query, listFacts(context));
  },
  addUsers: ({ params, body, context }) => service.addUsers(context, params.roleId, body.userIds),
  removeUsers: ({ params, query, context }) => service.removeUsers(context, params.roleId, query.userIds),
});

/** Rules of a role do not depend on other roles except for the name, which the database keeps unique. */
export const importing: ImportChanges = { isIndependent: true };
