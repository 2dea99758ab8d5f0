import { contract } from "../../../lib/contract";
import { newPasswordHash } from "../../access/new-password";
import { implement, slowHandler } from "../../endpoint/route";
import { recordHandlers } from "../../records/handlers";
import type { ImportChanges } from "../../records/importable";
import { tenantTable } from "./queries";
import { resetSecondFactors } from "./second-factors";
import * as service from "./service";
import * as users from "./users";

export const routes = implement(contract.tenants, {
  ...recordHandlers(tenantTable, service.rules),
  create: ({ body, context }) => service.create(context, body),
  users: ({ params, query, context }) => users.page(context, params.tenantId, query),
  addUsers: ({ params, body, context }) => users.add(context, params.tenantId, body),
  removeUsers: ({ params, query, context }) => users.remove(context, params.tenantId, query.userIds),
  setUserPassword: slowHandler({
    check: ({ params, context }) => users.checkPasswordChange(context, params),
    prepare: ({ params, body, context }) => newPasswordHash(context, body.password, params),
    handle: ({ params, body, context }, passwordHash) =>
      users.changePassword(context, params, body, passwordHash),
  }),
  resetUserSecondFactors: ({ params, body, context }) => resetSecondFactors(context, params, body.reason),
});

export const importing: ImportChanges = { table: tenantTable };
