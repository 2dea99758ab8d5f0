import { type SQL, sql } from "drizzle-orm";
import { accountRemoved } from "../../lib/contract/account-ended";
import type { PermissionName } from "../../lib/contract/permissions";
import type { CachedPermissions, PermissionCache } from "../access/permission-cache";
import { isMakerThere } from "../api-keys/queries";
import { type Database, tenantSettings } from "../database/transaction";
import { type Proof, sessionKeyOf } from "./credentials";
import { RequestError, unauthorized } from "./errors";
import type { SignedInUser, Tenant } from "./route";

/** What is stored of a session that looks as another person (docs/decisions/0089-looking-as-another.md). */
export interface Viewing {
  userId: string;
  /** As ISO 8601 in UTC. */
  until: string;
  isOver: boolean;
}

export interface Caller {
  tenant: Tenant;
  user: SignedInUser;
  /** The last use of secret, key or link is recorded more than a minute ago, or of another sign-in. */
  isUseUnrecorded: boolean;
  /** Set where the session looks at the product as another person, or has until now. */
  viewing?: Viewing;
}

/** Somebody comes with a token that holds, and is not linked to a user of the tenant. */
export class NotLinked extends RequestError {
  constructor(
    readonly tenantId: string,
    person: string,
  ) {
    super("notAdmitted", { status: 403, values: { person } });
  }
}

type Row = Record<keyof Tenant, string> & {
  isActive: boolean;
  userId: string | null;
  userName: string;
  displayName: string;
  isAdministrator: boolean;
  /** Null for a user without any, and where what is remembered still holds. */
  permissions: PermissionName[] | null;
  /** The tenant's count of changes of what anybody may do. */
  stamp: number;
  isUseUnrecorded: boolean;
  /** What whoever made an API key for somebody else may do; null where nothing but the user's own rights bounds the caller. */
  bound: Pick<Row, "isAdministrator" | "permissions"> | null;
  viewing: Viewing | null;
};

interface Question {
  tenantIdentifier: string;
  proof: Proof | undefined;
  /** A secret unused for so long has ended. */
  idleSeconds: number;
  /** The permissions that there are in the tenant. */
  offered: ReadonlySet<PermissionName>;
  remembered: PermissionCache;
}

export const unknownTenant = () => new RequestError("unknownTenant", { status: 404 });

/** Told only to those who were in: to anybody else it is as if there were no such tenant. */
const inactiveTenant = () => new RequestError("inactiveTenant", { status: 404 });

/** What a proof stands for in the tenant `t` today: the user, and whether that it was used is still to be recorded. */
function sourceOf(proof: Proof, idleSeconds: number): SQL {
  const isLongAgo = sql`last_used_on is null or last_used_on < now() - interval '1 minute'`;
  if (proof.means === "token") {
    const { issuer, subject, identityProvider, session = null } = proof.person;
    return sql`select user_id, ${isLongAgo} or coalesce(last_session <> ${session}::text, false) as is_unrecorded
      from identities where tenant_id = t.tenant_id and issuer = ${issuer} and subject = ${subject}
        and identity_provider = ${identityProvider}`;
  }
  return proof.means === "secret"
    ? sql`select user_id, ${isLongAgo} as is_unrecorded from secrets
        where secret_hash = ${proof.hash} and tenant_id = t.tenant_id and expires_on > now()
          and coalesce(last_used_on, created_on) > now() - make_interval(secs => ${idleSeconds})`
    : sql`select user_id, ${isLongAgo} as is_unrecorded, nullif(created_by, user_id) as maker_id from api_keys k
        where key_hash = ${proof.hash} and tenant_id = t.tenant_id and (valid_until is null or valid_until > now())
          and ${isMakerThere}`;
}

/** The living roles that a user holds, put together: whether one is the administrator's, and the permissions of all. */
export const heldRoles = (tenantId: SQL, userId: SQL) => sql`
  select bool_or(r.is_built_in) as is_administrator, array_agg(distinct name) filter (where name is not null) as permissions
  from user_roles h join roles r using (tenant_id, role_id) left join lateral unnest(r.permissions) as name on true
  where h.tenant_id = ${tenantId} and h.user_id = ${userId} and r.archived_on is null`;

/**
 * The roles that a user of the tenant `t` holds, put together as `name`. Nothing is gathered where what is remembered still holds.
 */
function heldBy(userId: SQL, name: SQL, before: CachedPermissions | undefined): SQL {
  return sql`left join lateral (
      ${heldRoles(sql`t.tenant_id`, userId)}
        and (access.stamp, u.user_id, t.tenant_id)
          is distinct from (${before?.stamp ?? null}::bigint, ${before?.userId ?? null}::uuid, ${before?.tenantId ?? null}::uuid)
    ) ${name} on true`;
}

/** Null for a key that its user made. */
const boundOfKey = sql`case when s.maker_id is not null then
  json_build_object('isAdministrator', coalesce(maker.is_administrator, false), 'permissions', coalesce(maker.permissions, '{}')) end`;

const viewingOf = (sessionKey: string) => sql`(
  select json_build_object('userId', v.user_id, 'until', iso_instant(v.ends_on), 'isOver', v.ends_on <= now())
  from viewings v where v.session_key = ${sessionKey} and v.tenant_id = t.tenant_id and v.viewer_id = u.user_id)`;

const nobody: Proof = { means: "secret", hash: "" };

/**
 * Finds tenant, user and permissions and makes the rest of the transaction run in that tenant for that user, all in
 * one statement. The transaction has to have begun as `hub_auth`.
 * @throws {RequestError} 404 for an unknown or inactive tenant, 401 for a secret or key that is unknown, idle for too long or expired
 * @throws {NotLinked} for a provider's token that is nobody's yet
 */
export async function identify(
  db: Database,
  { tenantIdentifier, proof, idleSeconds, offered, remembered }: Question,
): Promise<Caller> {
  const before = remembered.of(tenantIdentifier, proof);
  const isKey = proof?.means === "apiKey";
  const sessionKey = sessionKeyOf(proof);
  const { rows } = await db.execute<Row>(sql`
    select t.tenant_id as "tenantId", t.identifier, t.name, t.is_active as "isActive", u.user_id as "userId", u.user_name as "userName",
      display_name(u.first_name, u.last_name, u.user_name) as "displayName",
      coalesce(held.is_administrator, false) as "isAdministrator", coalesce(held.permissions, '{}') as permissions,
      s.is_unrecorded as "isUseUnrecorded", access.stamp, ${isKey ? boundOfKey : sql`null`} as bound,
      ${sessionKey ? viewingOf(sessionKey) : sql`null`} as viewing,
      ${tenantSettings(sql`t.tenant_id`, sql`coalesce(u.user_id::text, '')`, sql`coalesce(display_name(u.first_name, u.last_name, u.user_name), '')`)}
    from tenants t
    left join lateral (${sourceOf(proof ?? nobody, idleSeconds)}) s on true
    left join users u on u.tenant_id = t.tenant_id and u.user_id = s.user_id and u.archived_on is null
    left join lateral (
      select coalesce(sum(count), 0)::bigint as stamp from record_counts where tenant_id = t.tenant_id and counter = 'access'
    ) access on true
    ${heldBy(sql`u.user_id`, sql`held`, before)}
    ${isKey ? heldBy(sql`s.maker_id`, sql`maker`, before) : sql``}
    where t.identifier = ${tenantIdentifier} and t.archived_on is null`);
  const row = rows[0];
  if (!row) throw unknownTenant();
  if (!row.isActive) throw row.userId ? inactiveTenant() : unknownTenant();
  const { userId, userName, displayName, tenantId, identifier, name } = row;
  if (!userId && proof?.means === "token") throw new NotLinked(tenantId, proof.person.userName);
  if (!userId) throw await signedOut(db, tenantId, proof);
  const holds = before?.stamp === row.stamp && before.userId === userId && before.tenantId === tenantId;
  const permissions = holds ? before.permissions : heldIn(row, offered);
  if (proof && before?.permissions !== permissions)
    remembered.remember(tenantIdentifier, proof, { tenantId, userId, stamp: row.stamp, permissions });
  const { means } = proof ?? nobody;
  const sessionId = proof && "hash" in proof ? proof.hash : "";
  return {
    tenant: { tenantId, identifier, name },
    user: { userId, userName, displayName, permissions, offered, means, sessionId, sessionKey },
    isUseUnrecorded: row.isUseUnrecorded,
    viewing: row.viewing ?? undefined,
  };
}

/** A key that somebody made for another does no more than its maker may do at this moment (PM-05). */
function heldIn({ isAdministrator, permissions, bound }: Row, offered: ReadonlySet<PermissionName>) {
  const own = isAdministrator
    ? offered
    : new Set(permissions?.filter((permission) => offered.has(permission)));
  if (!bound || bound.isAdministrator) return own;
  return new Set(bound.permissions?.filter((permission) => own.has(permission)));
}

/** A session that ended with its user says so; to anybody else, API keys too, it is as if there had never been one. */
async function signedOut(db: Database, tenantId: string, proof: Proof | undefined): Promise<RequestError> {
  if (proof?.means !== "secret") return unauthorized();
  await db.execute(sql`select set_config('role', 'hub_auth', true)`);
  const { rows } = await db.execute(sql`
    select from secrets join users u using (tenant_id, user_id)
    where secret_hash = ${proof.hash} and tenant_id = ${tenantId} and u.archived_on is not null`);
  return unauthorized(rows.length > 0 ? accountRemoved : undefined);
}
