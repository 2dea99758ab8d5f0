import type * as z from "zod";
import type { tenantCreate, tenantRecords } from "../../../lib/contract/tenants";
import { type FieldFault, forbidden, invalid } from "../../core/errors";
import { hostTenant } from "../../core/tenant-prefix";
import { runDeferredWork } from "../../deferred/deferred-work";
import type { Context } from "../../endpoint/route";
import { usersToHold } from "../../members/memberships";
import type { RecordRules } from "../../records/handlers";
import { tenantTable } from "./queries";
import { admitUsers } from "./users";

/**
 * Creates a tenant with its administrator role (migrations/0005_roles.sql), held by the given users of the host or by
 * the caller, so that at least one user can sign in.
 * @throws {RequestError} 400 on an identifier that an active tenant has, or on administratorIds
 */
export async function create(context: Context, given: z.output<typeof tenantCreate>): Promise<string> {
  const { db, user } = context;
  const { administratorIds = [user.userId], ...tenant } = given;
  const administrators = await usersToHold(db, administratorIds, "administratorIds");
  const tenantId = await tenantTable.insert(db, tenant);
  await admitUsers(context, tenantId, administrators, { asAdministrators: true });
  return tenantId;
}

/** Rules particular to tenants (OR-03). */
export const rules: RecordRules<typeof tenantRecords> = {
  /** Without the host tenant no tenant could be administered, not even to undo the change. */
  check(_, { tenantIdentifier, isActive }, stored) {
    if (!stored?.isHost) return;
    const faults: FieldFault[] = [];
    if (tenantIdentifier !== hostTenant)
      faults.push({ propertyName: "tenantIdentifier", rule: "hostTenant" });
    if (!isActive) faults.push({ propertyName: "isActive", rule: "hostTenant" });
    if (faults.length > 0) throw invalid(faults);
  },
  /** Closes the tenants immediately; names of a large one's accounts become free afterwards. */
  beforeRemoval(context, tenants) {
    if (tenants.some(({ isHost }) => isHost)) throw forbidden("hostTenant");
    deferRest(context);
  },
  /** A large tenant's users are restored afterwards. */
  beforeRestoring: deferRest,
};

/** Continues in the background. On failure or interruption the next free server continues a minute later. */
function deferRest({ connection, afterCommit }: Context): void {
  afterCommit(async () => {
    runDeferredWork(connection).catch(() => {});
  });
}
