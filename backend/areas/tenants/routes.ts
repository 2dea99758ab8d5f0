import { contract } from "../../../lib/contract";
import { tenantExportColumns } from "../../../lib/contract/tenants";
import { newPasswordHash } from "../../access/new-password";
import { historyHandlers } from "../../audit/history";
import { lastUpdateIn } from "../../audit/last-update";
import { factsOf, listPage } from "../../database/list";
import { exportHandler } from "../../export/export";
import { implement, slowly } from "../../http/route";
import { tenantList } from "./queries";
import * as service from "./service";
import * as users from "./users";

export const routes = implement(contract.tenants, {
  list: ({ query, context }) => listPage(context.db, tenantList, query, factsOf(context)),
  listLastUpdate: ({ context }) => lastUpdateIn(context.db, "tenants"),
  detail: ({ params, context }) => service.detailOf(context, params.tenantId),
  lastUpdate: ({ params, context }) => service.detailOf(context, params.tenantId),
  create: ({ body, context }) => service.create(context, body),
  save: ({ params, body, context }) => service.save(context, params.tenantId, body),
  remove: ({ query, context }) => service.remove(context, query.tenantIds),
  users: ({ params, query, context }) => users.page(context, params.tenantId, query),
  addUsers: ({ params, body, context }) => users.add(context, params.tenantId, body),
  removeUsers: ({ params, query, context }) => users.remove(context, params.tenantId, query.userIds),
  setUserPassword: slowly({
    check: ({ params, context }) => users.mayChangePassword(context, params),
    prepare: ({ body, context }) => newPasswordHash(context, body.password),
    handle: ({ params, body, context }, passwordHash) =>
      users.changePassword(context, params, body, passwordHash),
  }),
  export: exportHandler({ name: "tenants", source: tenantList, columns: tenantExportColumns }),
  ...historyHandlers("tenants", "tenantId", "tenant_id"),
});
