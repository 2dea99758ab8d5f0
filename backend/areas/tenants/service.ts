import type * as z from "zod";
import type { tenantCreate, tenantRecords } from "../../../lib/contract/tenants";
import { usersToHold } from "../../access/memberships";
import { doDeferredWork } from "../../deferred/deferred-work";
import { type FieldFault, forbidden, invalid } from "../../http/errors";
import type { Context } from "../../http/route";
import { hostTenant } from "../../http/tenant-prefix";
import type { RecordRules } from "../../records/handlers";
import { tenantTable } from "./queries";
import { admit } from "./users";

/**
 * A tenant is born with its administrator role (migrations/0005_roles.sql), which goes to users of the host: to
 * whoever makes it unless others are named, so that there is somebody who can sign in to it.
 * @throws {RequestError} 400 on an identifier that a living tenant has, or on administratorIds
 */
export async function create(context: Context, given: z.output<typeof tenantCreate>): Promise<string> {
  const { db, user } = context;
  const { administratorIds = [user.userId], ...tenant } = given;
  const administrators = await usersToHold(db, administratorIds, "administratorIds");
  const tenantId = await tenantTable.insert(db, tenant);
  await admit(context, tenantId, administrators, { asAdministrators: true });
  return tenantId;
}

/** What is particular to tenants (OR-03). */
export const rules: RecordRules<typeof tenantRecords> = {
  /** Without the host tenant nobody could administer tenants any more, not even to undo what was done. */
  check(_, { tenantIdentifier, isActive }, stored) {
    if (!stored?.isHost) return;
    const faults: FieldFault[] = [];
    if (tenantIdentifier !== hostTenant)
      faults.push({ propertyName: "tenantIdentifier", rule: "hostTenant" });
    if (!isActive) faults.push({ propertyName: "isActive", rule: "hostTenant" });
    if (faults.length > 0) throw invalid(faults);
  },
  /** From that moment on nobody enters them; names of the many accounts of a large one become free afterwards. */
  beforeRemoval(context, tenants) {
    if (tenants.some(({ isHost }) => isHost)) throw forbidden("hostTenant");
    doTheRest(context);
  },
  /** The many users of a large one come back afterwards. */
  beforeRestoring: doTheRest,
};

/** Nobody waits for it. What fails, or is interrupted, is done a minute later, by whatever server comes first. */
function doTheRest({ connection, afterCommit }: Context): void {
  afterCommit(async () => {
    doDeferredWork(connection).catch(() => {});
  });
}
