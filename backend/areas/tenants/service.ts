import type * as z from "zod";
import type { TenantDetail, tenantCreate, tenantEdit } from "../../../lib/contract/tenants";
import { idArray, usersToHold } from "../../access/memberships";
import { refuseTaken } from "../../database/taken";
import { countDistinct, distinctIds } from "../../database/uuid";
import { doDeferredWork } from "../../deferred/deferred-work";
import { type FieldFault, forbidden, invalid, notFound, stale } from "../../http/errors";
import type { Context } from "../../http/route";
import { hostTenant } from "../../http/tenant-prefix";
import {
  archiveTenants,
  type Editable,
  findTenant,
  insertTenant,
  lockTenants,
  updateTenant,
} from "./queries";
import { admit } from "./users";

const identifierIndex = "tenants_identifier_key";

/** @throws {RequestError} 404 */
export async function detailOf({ db }: Context, tenantId: string): Promise<TenantDetail> {
  const tenant = await findTenant(db, tenantId);
  if (!tenant) throw notFound();
  return tenant;
}

/**
 * A tenant is born with its administrator role (migrations/0001_users_and_roles.sql), which goes to users of the host: to
 * whoever makes it unless others are named, so that there is somebody who can sign in to it.
 * @throws {RequestError} 400 on an identifier that a living tenant has, or on administratorIds
 */
export async function create(context: Context, given: z.output<typeof tenantCreate>): Promise<string> {
  const { db, user } = context;
  const { administratorIds = [user.userId], ...tenant } = given;
  const administrators = await usersToHold(db, administratorIds, "administratorIds");
  const tenantId = await refuseTaken(identifierIndex, "tenantIdentifier", insertTenant(db, tenant));
  await admit(context, tenantId, administrators, { asAdministrators: true });
  return tenantId;
}

/** @throws {RequestError} 404, 409 with the stored tenant, 400 on the identifier, or on what the host tenant has to keep */
export async function save(
  context: Context,
  tenantId: string,
  given: z.output<typeof tenantEdit>,
): Promise<TenantDetail> {
  const { db } = context;
  const [stored] = await lockTenants(db, idArray([tenantId]));
  if (!stored) throw notFound();
  if (given.version !== undefined && given.version !== stored.version)
    throw stale(await detailOf(context, tenantId));
  const { isActive = stored.isActive, tenantColour = stored.tenantColour, ...names } = given;
  const tenant = { ...names, isActive, tenantColour };
  if (stored.tenantIdentifier === hostTenant) refuseToUnmakeHost(tenant);
  await refuseTaken(identifierIndex, "tenantIdentifier", updateTenant(db, tenantId, tenant));
  return detailOf(context, tenantId);
}

/** Without it nobody could administer tenants any more, not even to undo what was done. */
function refuseToUnmakeHost({ tenantIdentifier, isActive }: Editable): void {
  const faults: FieldFault[] = [];
  if (tenantIdentifier !== hostTenant) faults.push({ propertyName: "tenantIdentifier", rule: "hostTenant" });
  if (!isActive) faults.push({ propertyName: "isActive", rule: "hostTenant" });
  if (faults.length > 0) throw invalid(faults);
}

/**
 * All or none. From that moment on nobody enters them; names of the many accounts of a large one become free afterwards.
 * @throws {RequestError} 404 when one does not exist, 403 for the host tenant
 */
export async function remove(
  { db, connection, afterCommit }: Context,
  tenantIds: readonly string[],
): Promise<null> {
  const ids = idArray(distinctIds(tenantIds));
  const found = await lockTenants(db, ids);
  if (found.length !== countDistinct(tenantIds)) throw notFound();
  if (found.some(({ tenantIdentifier }) => tenantIdentifier === hostTenant)) throw forbidden("hostTenant");
  await archiveTenants(db, ids);
  // Nobody waits for it. What fails, or is interrupted, is done a minute later, by whatever server comes first.
  afterCommit(async () => {
    doDeferredWork(connection).catch(() => {});
  });
  return null;
}
