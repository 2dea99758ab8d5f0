import type { closedResets } from "../../lib/contract/password-resets";
import { conflict, RequestError } from "../core/errors";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import type { PublicContext, SignedInUser } from "../endpoint/route";
import { isActiveMember } from "../members/active";
import { mayStillMakePasswordLink } from "../members/policies";
import { type Link, linkHash } from "./link";
import { offeredIn } from "./offered";

/** Of a user: a link is sent to their address, or handed over by an administrator. */
type Recipient = { tenantId: string; userId: string } & ({ email: string } | { madeBy: string });

/** Stores a link and ends earlier ones of the account; runs as `hub_auth`. */
export async function storeLink(
  db: Database,
  { tenantId, userId, ...by }: Recipient,
  { hash }: Pick<Link, "hash">,
): Promise<void> {
  const { email, madeBy } = { email: null, madeBy: null, ...by };
  // Of links made at the same time, only the last stays open.
  await db.execute(sql`select from accounts where user_id = ${userId} for update`);
  await endLinks(db, userId);
  await db.execute(sql`
    insert into password_reset_links (link_hash, tenant_id, user_id, email, made_by)
    values (${hash}, ${tenantId}, ${userId}, ${email}, ${madeBy})`);
}

/** Records in a user's history that a link was created to be handed over; runs as `hub_auth`. */
export async function recordPasswordLink(
  db: Database,
  { tenantId, userId, actor }: { tenantId: string; userId: string; actor: SignedInUser },
): Promise<void> {
  await db.execute(sql`
    insert into history (tenant_id, collection, record_id, record_name, type, changed_by, changed_by_name, previous, current)
    select tenant_id, 'users', user_id, display_name(first_name, last_name, user_name), 'UserPasswordLinkCreated',
      ${actor.userId}, ${actor.displayName}, '{}', '{}'
    from users where tenant_id = ${tenantId} and user_id = ${userId}`);
}

/** Ends the account's open links, of every tenant; runs as `hub_auth`. */
export async function endLinks(db: Database, userId: string): Promise<void> {
  await db.execute(sql`
    update password_reset_links set replaced_on = clock_timestamp()
    where user_id = ${userId} and used_on is null and replaced_on is null`);
}

/** The account behind a link. */
interface LinkOwner extends Record<string, unknown> {
  userId: string;
  userName: string;
  displayName: string;
}

/** SQL condition: the link's account has the same address in all its tenants, so that it leads into no other tenant. */
export const hasOneEmail = sql`not exists (select from users o join tenants ot on ot.tenant_id = o.tenant_id
  where o.user_id = u.user_id and o.archived_on is null and ot.archived_on is null and lower(o.email) <> lower(u.email))`;

/** SQL condition: the account is gone, or has another address than the one that the link was sent to. */
export const isOwnerGone = sql`(not ${isActiveMember("u")} or a.archived_on is not null or lower(l.email) <> lower(u.email))`;

interface LinkKey {
  tenantId: string;
  token: string;
  lock?: SQL;
}

/**
 * Reads a link with its account; runs as `hub_auth`.
 * @param columns further ones of the link `l`, the user `u` and the account `a`
 * @throws {RequestError} 404 for an unknown link, or another tenant's
 */
export async function readLink<Row extends LinkOwner>(
  db: Database,
  table: "password_reset_links" | "sign_in_links",
  { tenantId, token, lock = sql.empty }: LinkKey,
  columns: SQL,
): Promise<Row> {
  const { rows } = await db.execute<Row>(sql`
    select l.user_id as "userId", a.user_name as "userName",
      display_name(u.first_name, u.last_name, u.user_name) as "displayName", ${columns}
    from ${sql.identifier(table)} l join users u on u.tenant_id = l.tenant_id and u.user_id = l.user_id
      join accounts a on a.user_id = l.user_id
    where l.link_hash = ${linkHash(token)} and l.tenant_id = ${tenantId} ${lock}`);
  const [found] = rows;
  if (!found) throw new RequestError("unknownPasswordLink", { status: 404 });
  return found;
}

interface Found extends LinkOwner {
  state: "open" | (typeof closedResets)[number];
  expiresOn: string;
  hasApiKeys: boolean;
}

/** SQL condition: the account got into another tenant after the link was made, or has another address there. */
const opensOtherTenant = sql`exists (select from users o join tenants t on t.tenant_id = o.tenant_id
    where o.user_id = l.user_id and o.tenant_id <> l.tenant_id and o.archived_on is null and t.archived_on is null
      and case when l.email is null then coalesce(o.updated_on, o.created_on) > l.created_on else lower(o.email) <> lower(l.email) end)`;

/**
 * The account behind a link; runs as `hub_auth`. A link ends with its account, with a change of the address that it was
 * sent to, with any later change of the password, once it would open another tenant, and, if it was handed over, once its
 * maker could not make it.
 * @throws {RequestError} 404 for an unknown link, or another tenant's
 */
export function findLink(
  db: Database,
  { tenant: { tenantId, identifier }, config }: Pick<PublicContext, "tenant" | "config">,
  token: string,
  lock?: SQL,
): Promise<Found> {
  const mayMake = mayStillMakePasswordLink("l", offeredIn(identifier, config.multiTenancy));
  return readLink<Found>(
    db,
    "password_reset_links",
    { tenantId, token, lock },
    sql`iso_instant(l.expires_on) as "expiresOn",
      exists (select from api_keys k where k.user_id = l.user_id) as "hasApiKeys",
      case when l.used_on is not null then 'used' when l.replaced_on is not null then 'replaced'
        when l.ended_on is not null then 'ended' when l.expires_on <= now() then 'expired'
        when ${isOwnerGone} or a.password_changed_on > l.created_on or ${opensOtherTenant}
          or l.email is null and l.made_by is not null and not ${mayMake} then 'ended' else 'open' end as state`,
  );
}

const refusals = {
  used: "passwordLinkUsed",
  expired: "passwordLinkExpired",
  replaced: "passwordLinkReplaced",
  ended: "passwordLinkEnded",
} as const;

/** @throws {RequestError} 409 for a link that is no longer valid */
export function refuseUnlessOpen<Link extends Pick<Found, "state">>(found: Link): Link {
  if (found.state !== "open") throw conflict(refusals[found.state]);
  return found;
}
