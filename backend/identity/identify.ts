// See docs/decisions/0050.

import type { PermissionName } from "../../lib/contract/permissions";
import { hasActiveMaker } from "../api-keys/queries";
import { RequestError } from "../core/errors";
import { type Proof, sessionKeyOf } from "../credentials/credentials";
import { type SQL, sql } from "../database/sql";
import { type Database, languageOfNames, tenantSettings } from "../database/transaction";
import type { SignedInUser, Tenant } from "../endpoint/route";
import { isActiveMember } from "../members/active";
import { GroupsChanged, hasNewGroups } from "./apply-groups";
import type { CachedPermissions, PermissionCache } from "./permission-cache";
import { signedOut } from "./signed-out";

/** The stored state of a session that views as another user (docs/decisions/0089). */
export interface Viewing {
  userId: string;
  /** ISO 8601 in UTC. */
  until: string;
  isOver: boolean;
}

export interface Caller {
  tenant: Tenant;
  user: SignedInUser;
  /** The recorded last use of the secret, key or link is over a minute old, or from another sign-in. */
  isUseUnrecorded: boolean;
  /** Set when the session views as another user, or did until now. */
  viewing?: Viewing;
}

type Row = Record<keyof Tenant, string> & {
  isActive: boolean;
  hasNewGroups: boolean | null;
  userId: string | null;
  userName: string;
  displayName: string;
  isAdministrator: boolean;
  /** Null for a user without any, and when the cached ones are still valid. */
  permissions: PermissionName[] | null;
  /** The tenant's permission stamp. */
  stamp: number;
  isUseUnrecorded: boolean;
  /** Rights of the maker of an API key for another user; null when only the user's own rights limit the caller. */
  bound: Pick<Row, "isAdministrator" | "permissions"> | null;
  viewing: Viewing | null;
};

interface Question {
  tenantIdentifier: string;
  proof: Proof | undefined;
  /** Seconds after which an unused secret expires. */
  idleSeconds: number;
  /** In which names are read in the rest of the transaction. */
  language: string;
  /** The permissions that there are in the tenant. */
  offered: ReadonlySet<PermissionName>;
  remembered: PermissionCache;
}

export const unknownTenant = () => new RequestError("unknownTenant", { status: 404 });

/** Only for former users: to all others the tenant does not exist. */
const inactiveTenant = () => new RequestError("inactiveTenant", { status: 404 });

/** The user that a proof currently identifies in the tenant `t`, and whether its use is still to be recorded. */
function sourceOf(proof: Proof, idleSeconds: number): SQL {
  const isLongAgo = (lastUse: SQL) => sql`${lastUse} is null or ${lastUse} < now() - interval '1 minute'`;
  if (proof.means === "token") {
    const { issuer, subject, identityProvider, session = null } = proof.person;
    const isOf = sql`i.tenant_id = t.tenant_id and i.issuer = ${issuer} and i.subject = ${subject}
      and i.identity_provider = ${identityProvider}`;
    const groups = sql`${hasNewGroups(proof.person, sql`t.tenant_id`)} as has_new_groups`;
    if (proof.webSession === undefined)
      return sql`select user_id, ${isLongAgo(sql`last_used_on`)} or coalesce(last_session <> ${session}::text, false) as is_unrecorded, ${groups}
        from identities i where ${isOf}`;
    return sql`select i.user_id, ${isLongAgo(sql`s.last_used_on`)} as is_unrecorded, ${groups}
      from identities i left join token_sessions s on s.tenant_id = i.tenant_id and s.session_key = ${sessionKeyOf(proof) ?? null}
      where ${isOf} and s.ended_on is null`;
  }
  return proof.means === "secret"
    ? sql`select user_id, ${isLongAgo(sql`last_used_on`)} as is_unrecorded from secrets
        where secret_hash = ${proof.hash} and tenant_id = t.tenant_id and expires_on > now()
          and coalesce(last_used_on, created_on) > now() - make_interval(secs => ${idleSeconds})`
    : sql`select user_id, ${isLongAgo(sql`last_used_on`)} as is_unrecorded, nullif(created_by, user_id) as maker_id from api_keys k
        where key_hash = ${proof.hash} and tenant_id = t.tenant_id and (valid_until is null or valid_until > now())
          and ${hasActiveMaker}`;
}

/** The active roles of a user, combined: whether one is the administrator's, and the union of permissions. */
export const heldRoles = (tenantId: SQL, userId: SQL) => sql`
  select bool_or(r.is_built_in) as is_administrator, array_agg(distinct name) filter (where name is not null) as permissions
  from user_roles h join roles r using (tenant_id, role_id) left join lateral unnest(r.permissions) as name on true
  where h.tenant_id = ${tenantId} and h.user_id = ${userId} and r.archived_on is null`;

/** The roles of a user of the tenant `t`, combined as `name`. Skips the aggregation while the cached ones are valid. */
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

const noProof: Proof = { means: "secret", hash: "" };

/**
 * Finds tenant, user and permissions and switches the rest of the transaction to that tenant and user, all in one
 * statement, or to no tenant when there is none. The transaction must have begun as `hub_auth`.
 * @throws {RequestError} 404 for an unknown or inactive tenant, 401 for a secret or key that is unknown, idle for too
 * long or expired
 * @throws {import("./signed-out").NotLinked} for a provider's token that is not linked yet
 * @throws {GroupsChanged} for one with other groups than before
 */
export async function identify(db: Database, question: Question): Promise<Caller> {
  const { tenantIdentifier, proof, offered, remembered } = question;
  const before = remembered.of(tenantIdentifier, proof);
  const row = await ask(db, question, before);
  if (!row) throw unknownTenant();
  if (!row.isActive) throw row.userId ? inactiveTenant() : unknownTenant();
  const { userId, userName, displayName, tenantId, stamp, name } = row;
  if (!userId) throw await signedOut(db, tenantId, proof);
  if (row.hasNewGroups) throw new GroupsChanged(tenantId, userId);
  const holds = before?.stamp === stamp && before.userId === userId && before.tenantId === tenantId;
  const permissions = holds ? before.permissions : heldIn(row, offered);
  const names = { tenant: name, userName, displayName };
  const held = { tenantId, userId, stamp, permissions, names, isViewing: row.viewing !== null };
  if (proof && !isSame(before, held)) remembered.remember(tenantIdentifier, proof, held);
  return callerOf(question, held, row);
}

interface Assumed {
  caller: Caller;
  /** The cache entry that it is based on. */
  before: CachedPermissions;
}

/**
 * The caller's identity as of their last request. Data read for them meanwhile counts only once {@link confirm} has
 * answered.
 */
export function assume(question: Question): Assumed | undefined {
  const before = question.remembered.of(question.tenantIdentifier, question.proof);
  return before && !before.isViewing ? { caller: callerOf(question, before), before } : undefined;
}

/**
 * Like {@link identify} for an assumed caller: the following statements run in that tenant for that user, or for no
 * one.
 * @returns undefined when the caller is not the assumed one, or their permissions have changed
 */
export async function confirm(
  db: Database,
  question: Question,
  { before }: Pick<Assumed, "before">,
): Promise<Caller | undefined> {
  const row = await ask(db, question, before);
  if (!row?.isActive || row.viewing || row.hasNewGroups) return undefined;
  const { userId, userName, displayName, tenantId, stamp, name } = row;
  const names = { tenant: name, userName, displayName };
  const isStill = userId && isSame(before, { ...before, tenantId, userId, stamp, names });
  return isStill ? callerOf(question, before, row) : undefined;
}

function isSame(one: CachedPermissions | undefined, other: CachedPermissions): boolean {
  return (
    one?.tenantId === other.tenantId &&
    one.userId === other.userId &&
    one.stamp === other.stamp &&
    one.permissions === other.permissions &&
    one.isViewing === other.isViewing &&
    one.names.tenant === other.names.tenant &&
    one.names.userName === other.names.userName &&
    one.names.displayName === other.names.displayName
  );
}

function callerOf(
  { tenantIdentifier: identifier, proof, offered }: Question,
  { tenantId, userId, permissions, names: { tenant: name, userName, displayName } }: CachedPermissions,
  row?: Row,
): Caller {
  const { means } = proof ?? noProof;
  const sessionId = proof && "hash" in proof ? proof.hash : "";
  const sessionKey = sessionKeyOf(proof);
  const actor = proof?.means === "token" ? proof.person.actor : undefined;
  return {
    tenant: { tenantId, identifier, name },
    user: { actor, userId, userName, displayName, permissions, offered, means, sessionId, sessionKey },
    isUseUnrecorded: row?.isUseUnrecorded ?? false,
    viewing: row?.viewing ?? undefined,
  };
}

/** @returns undefined when there is no such tenant; nothing can be read then */
async function ask(
  db: Database,
  { tenantIdentifier, proof, idleSeconds, language }: Question,
  before: CachedPermissions | undefined,
): Promise<Row | undefined> {
  const isKey = proof?.means === "apiKey";
  const isToken = proof?.means === "token";
  const name = sql`display_name(u.first_name, u.last_name, u.user_name)`;
  const author = isToken && proof.person.actor ? sql`${name} || ' (' || ${proof.person.actor} || ')'` : name;
  const sessionKey = sessionKeyOf(proof);
  const { rows } = await db.execute<Row>(sql`
    select t.tenant_id as "tenantId", t.identifier, t.name, t.is_active as "isActive", u.user_id as "userId", u.user_name as "userName",
      ${name} as "displayName", ${isToken ? sql`s.has_new_groups` : sql`null`} as "hasNewGroups",
      coalesce(held.is_administrator, false) as "isAdministrator", coalesce(held.permissions, '{}') as permissions,
      s.is_unrecorded as "isUseUnrecorded", access.stamp, ${isKey ? boundOfKey : sql`null`} as bound,
      ${sessionKey ? viewingOf(sessionKey) : sql`null`} as viewing,
      ${languageOfNames(language)}, ${tenantSettings(sql`coalesce(t.tenant_id::text, '')`, sql`coalesce(u.user_id::text, '')`, sql`coalesce(${author}, '')`)}
    from (select) as always left join tenants t on t.identifier = ${tenantIdentifier} and t.archived_on is null
    left join lateral (${sourceOf(proof ?? noProof, idleSeconds)}) s on true
    left join users u on u.tenant_id = t.tenant_id and u.user_id = s.user_id and ${isActiveMember("u")}
    left join lateral (
      select coalesce(sum(count), 0)::bigint as stamp from record_counts where tenant_id = t.tenant_id and counter = 'access'
    ) access on true
    ${heldBy(sql`u.user_id`, sql`held`, before)}
    ${isKey ? heldBy(sql`s.maker_id`, sql`maker`, before) : sql.empty}`);
  return rows[0]?.tenantId ? rows[0] : undefined;
}

/** A key made for another user has no more rights than its maker has now (PM-05). */
function heldIn({ isAdministrator, permissions, bound }: Row, offered: ReadonlySet<PermissionName>) {
  const own = isAdministrator
    ? offered
    : new Set(permissions?.filter((permission) => offered.has(permission)));
  if (!bound || bound.isAdministrator) return own;
  return new Set(bound.permissions?.filter((permission) => own.has(permission)));
}
