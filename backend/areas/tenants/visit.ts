import { type Database, enterTenant } from "../../database/transaction";
import type { Context } from "../../http/route";
import { tenantTable } from "./queries";

/**
 * Does something inside of another tenant, in the same transaction and in the name of the same user: the database lets the
 * host see no row of another tenant, so whoever administers its users has to go there. Row-level security, triggers and
 * history then work there as for anybody; what is recorded names who did it.
 * @throws {RequestError} 404 for a tenant that the caller's own does not administer
 */
export async function visiting<T>(
  { db, tenant, user }: Context,
  tenantId: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  await tenantTable.get(db, tenantId);
  const actor = { userId: user.userId, userName: user.displayName };
  await enterTenant(db, tenantId, actor);
  const result = await work(db);
  // Not after a failure: then the whole transaction is rolled back.
  await enterTenant(db, tenant.tenantId, actor);
  return result;
}
