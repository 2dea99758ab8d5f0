import { sql } from "drizzle-orm";
import { contract } from "../../../lib/contract";
import { lackedBy } from "../../access/grants";
import { factsOf, listPage } from "../../database/list";
import type { Database } from "../../database/transaction";
import { distinctIds } from "../../database/uuid";
import { invalid } from "../../http/errors";
import { implement } from "../../http/route";
import { isThere, roleOptions, statusOptions, userOptions } from "./queries";

export const routes = implement(contract.dictionaries, {
  attachmentStatus: ({ query, context }) =>
    listPage(context.db, statusOptions(context.language), query, factsOf(context)),
  roles: async ({ query, context }) => {
    const excluded = query.isExcludedById ? query.userId : undefined;
    if (excluded !== undefined) await refuseUnknown(context.db, "users", "user_id", "userId", excluded);
    return listPage(context.db, roleOptions(excluded, lackedBy(context.user)), query, factsOf(context));
  },
  users: async ({ query, context }) => {
    const lacking = query.isExcludedById ? query.roleId : undefined;
    if (lacking !== undefined) await refuseUnknown(context.db, "roles", "role_id", "roleId", lacking);
    const outside = query.isExcludedById ? query.tenantId : undefined;
    if (outside !== undefined) await refuseUnknown(context.db, "tenants", "tenant_id", "tenantId", outside);
    return listPage(context.db, userOptions(lacking, outside), query, factsOf(context));
  },
});

async function refuseUnknown(db: Database, table: string, column: string, propertyName: string, id: string) {
  const [uuid] = distinctIds([id]);
  if (!uuid || !(await isThere(db, sql`${sql.identifier(table)} where ${sql.identifier(column)} = ${uuid}`)))
    throw invalid([{ propertyName, rule: "unknown" }]);
}
