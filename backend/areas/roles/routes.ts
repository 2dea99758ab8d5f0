import { contract } from "../../../lib/contract";
import { roleExportColumns } from "../../../lib/contract/roles";
import { historyHandlers } from "../../audit/history";
import { lastUpdateIn } from "../../audit/last-update";
import { factsOf, listPage } from "../../database/list";
import { exportHandler } from "../../export/export";
import { implement } from "../../http/route";
import { roleList, usersOfRole } from "./queries";
import * as service from "./service";

export const routes = implement(contract.roles, {
  list: ({ query, context }) => listPage(context.db, roleList, query, factsOf(context)),
  listLastUpdate: ({ context }) => lastUpdateIn(context.db, "roles"),
  detail: ({ params, context }) => service.detailOf(context, params.roleId),
  lastUpdate: ({ params, context }) => service.detailOf(context, params.roleId),
  create: ({ body, context }) => service.create(context, body),
  save: ({ params, body, context }) => service.save(context, params.roleId, body),
  remove: ({ query, context }) => service.remove(context, query.roleIds),
  permissions: ({ params, context }) => service.permissions(context, params.roleId),
  savePermissions: ({ params, query, body, context }) =>
    service.savePermissions(context, params.roleId, body, query.version),
  users: async ({ params, query, context }) => {
    await service.detailOf(context, params.roleId);
    return listPage(context.db, usersOfRole(params.roleId), query, factsOf(context));
  },
  addUsers: ({ params, body, context }) => service.addUsers(context, params.roleId, body.userIds),
  removeUsers: ({ params, query, context }) => service.removeUsers(context, params.roleId, query.userIds),
  export: exportHandler({ name: "roles", source: roleList, columns: roleExportColumns }),
  ...historyHandlers("roles", "roleId", "role_id"),
});
