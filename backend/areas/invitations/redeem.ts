import type { closedStates } from "../../../lib/contract/invitations";
import { linkHash } from "../../access/link";
import { offeredIn } from "../../access/offered";
import { conflict, RequestError } from "../../core/errors";
import { type SQL, sql } from "../../database/sql";
import { type Actor, type Database, enterTenant } from "../../database/transaction";
import type { PublicContext } from "../../endpoint/route";
import { mayStillInvite } from "../../members/policies";
import { notifyInviter } from "../../notifications/notify";

interface Found extends Record<string, unknown> {
  invitationId: string;
  state: "open" | (typeof closedStates)[number];
  email: string;
  expiresOn: string;
  /** The sender of the last e-mail. */
  inviterId: string;
  inviter: string;
}

const unknownInvitation = () => new RequestError("unknownInvitation", { status: 404 });

const refusals = {
  used: "invitationUsed",
  expired: "invitationExpired",
  revoked: "invitationRevoked",
  replaced: "invitationReplaced",
} as const;

/**
 * The invitation of a link; runs as `hub_auth`. An invitation depends on its sender's rights: it counts as revoked once
 * they are deleted or may no longer give the roles.
 * @throws {RequestError} 404 for an unknown link, or another tenant's
 */
export async function find(
  db: Database,
  { tenant, config }: Pick<PublicContext, "tenant" | "config">,
  token: string,
  lock: SQL = sql.empty,
): Promise<Found> {
  const { tenantId, identifier } = tenant;
  const gift = { tenantId: sql`i.tenant_id`, giver: sql`i.invited_by`, roleIds: sql`i.role_ids` };
  const { rows } = await db.execute<Found>(sql`
    select i.invitation_id as "invitationId", i.email, i.expires_on as "expiresOn",
      i.invited_by as "inviterId", i.invited_by_name as inviter,
      case when i.accepted_on is not null then 'used' when i.revoked_on is not null then 'revoked'
        when l.replaced_on is not null then 'replaced' when i.expires_on <= now() then 'expired'
        when not ${mayStillInvite(gift, offeredIn(identifier, config.multiTenancy))} then 'revoked' else 'open' end as state
    from invitation_links l join invitations i on i.tenant_id = l.tenant_id and i.invitation_id = l.invitation_id
    where l.link_hash = ${linkHash(token)} and l.tenant_id = ${tenantId} ${lock}`);
  const [found] = rows;
  if (!found) throw unknownInvitation();
  return found;
}

/** @throws {RequestError} 409 for an invitation that is used, revoked, replaced or expired */
export function refuseUnlessOpen(found: Found): Found {
  if (found.state !== "open") throw conflict(refusals[found.state]);
  return found;
}

/**
 * Locks an open invitation until the transaction ends, which continues in the tenant as the inviter, who gives
 * the roles.
 * @throws {RequestError} 404, 409 as {@link find} and {@link refuseUnlessOpen} do
 */
export async function lockOpen(
  db: Database,
  context: Pick<PublicContext, "tenant" | "config">,
  token: string,
): Promise<Found> {
  const found = refuseUnlessOpen(await find(db, context, token, sql`for update of i`));
  await enterTenant(db, context.tenant.tenantId, { userId: found.inviterId, userName: found.inviter });
  return found;
}

/** Gives a user of the tenant the roles of a locked invitation and marks it as used. */
export async function redeem(
  db: Database,
  tenantId: string,
  { invitationId, inviterId }: Found,
  person: Actor,
): Promise<void> {
  const { userId } = person;
  await db.execute(sql`
    insert into user_roles (user_id, role_id)
    select ${userId}::uuid, r.role_id from invitations i join roles r on r.role_id = any(i.role_ids)
    where i.invitation_id = ${invitationId} and r.archived_on is null
    on conflict do nothing`);
  await enterTenant(db, tenantId, person);
  await db.execute(sql`
    update invitations set accepted_on = now(), accepted_by = ${userId}, due_on = null
    where invitation_id = ${invitationId}`);
  await notifyInviter(db, inviterId, userId);
}
