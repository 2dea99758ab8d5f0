// See docs/decisions/0128.

import { RequestError } from "../core/errors";
import type { Proof } from "../credentials/credentials";
import { administratorRoleId } from "../database/schema";
import { type SQL, sql } from "../database/sql";
import { type Connection, type Database, enterTenant } from "../database/transaction";
import { isActiveMember } from "../members/active";
import { idArray, takeRoles } from "../members/memberships";
import { notifyHolders, notifyOfGivenRoles } from "../notifications/notify";
import { lockPerson } from "../oidc/admit";
import type { Person } from "../oidc/person";

/** A token's groups differ from the last applied ones. */
export class GroupsChanged extends Error {
  constructor(
    readonly tenantId: string,
    readonly userId: string,
  ) {
    super("The groups of a token have changed.");
  }
}

/** The tenant's counter of changes to the roles that groups give. */
const stampOf = (tenantId: SQL) => sql`(
  select coalesce(sum(count), 0)::bigint from record_counts where tenant_id = ${tenantId} and counter = 'provider-groups')`;

/** SQL condition on a row of `identities`: a token has groups that are not applied yet. */
export function hasNewGroups({ groups }: Person, tenantId: SQL): SQL {
  if (!groups) return sql`false`;
  // A missing claim is an empty one where one has been applied before.
  const isApplicable = groups.isMissing ? sql`groups_hash is not null` : sql`true`;
  return sql`(${isApplicable} and (groups_hash, groups_stamp) is distinct from (${groups.hash}::text, ${stampOf(tenantId)})
    and coalesce(groups_issued_on <= ${groups.issuedOn}::timestamptz, true))`;
}

export const withoutGroups = (proof: Proof | undefined): Proof | undefined =>
  proof?.means === "token" ? { ...proof, person: { ...proof.person, groups: undefined } } : proof;

/**
 * Gives a user the roles of their token's groups, and removes roles that earlier groups gave, with the provider as author.
 * Keeps roles given by hand, and the last administrator's.
 */
export function applyGroups(
  connection: Connection,
  { tenantId, userId }: GroupsChanged,
  person: Person,
): Promise<void> {
  const { groups, issuer, subject, identityProvider } = person;
  const identity = sql`tenant_id = ${tenantId} and issuer = ${issuer} and subject = ${subject}
    and identity_provider = ${identityProvider}`;
  return connection.transaction("hub_auth", async (db) => {
    if (!groups) return;
    await lockPerson(db, tenantId, userId);
    const { rows } = await db.execute<{ stamp: number }>(sql`
      select ${stampOf(sql`i.tenant_id`)} as stamp from identities i join users u using (tenant_id, user_id)
      where ${identity} and user_id = ${userId} and ${isActiveMember("u")} and ${hasNewGroups(person, sql`i.tenant_id`)}`);
    const [current] = rows;
    if (!current) return;
    await enterTenant(db, tenantId, { userId: "", userName: identityProvider });
    await changeRoles(db, userId, groups.names);
    await db.execute(sql`select set_config('role', 'hub_auth', true)`);
    await db.execute(sql`update identities set groups_hash = ${groups.hash}, groups_stamp = ${current.stamp},
      groups_issued_on = ${groups.issuedOn}
      where tenant_id = ${tenantId} and issuer = ${issuer} and subject = ${subject} and user_id = ${userId}`);
  });
}

/** Runs as `hub_app`; the user is locked. */
async function changeRoles(db: Database, userId: string, groups: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ roleId: string; isWanted: boolean }>(sql`
    with wanted as (
      select distinct role_id from provider_groups join roles using (tenant_id, role_id)
      where archived_on is null and group_name in (select jsonb_array_elements_text(${JSON.stringify(groups)}::text::jsonb))
    ), held as (select role_id, is_from_provider from user_roles where user_id = ${userId})
    select coalesce(wanted.role_id, held.role_id) as "roleId", wanted.role_id is not null as "isWanted"
    from wanted full join held on held.role_id = wanted.role_id
    where held.role_id is null or wanted.role_id is null and held.is_from_provider order by 1`);
  const lost = rows.filter(({ isWanted }) => !isWanted).map(({ roleId }) => roleId);
  await take(
    db,
    userId,
    lost.filter((roleId) => roleId !== administratorRoleId),
  );
  if (lost.includes(administratorRoleId)) await takeUnlessLast(db, userId);
  await give(
    db,
    userId,
    rows.filter(({ isWanted }) => isWanted).map(({ roleId }) => roleId),
  );
}

async function take(db: Database, userId: string, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return;
  await notifyHolders(db, "roleTaken", roleIds, [userId]);
  await takeRoles({ db, config: { authMode: "oidc" } }, roleIds, [userId]);
}

async function takeUnlessLast(db: Database, userId: string): Promise<void> {
  try {
    await db.transaction((inner) => take(inner, userId, [administratorRoleId]));
  } catch (error) {
    if (!(error instanceof RequestError && error.code === "lastAdministrator")) throw error;
  }
}

async function give(db: Database, userId: string, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return;
  const { rows } = await db.execute<{ userId: string; roleId: string }>(sql`
    insert into user_roles (user_id, role_id, is_from_provider)
    select ${userId}::uuid, role_id, true from roles
    where role_id = any(${idArray(roleIds)}) and archived_on is null order by role_id for share
    on conflict do nothing returning user_id as "userId", role_id as "roleId"`);
  await notifyOfGivenRoles(db, rows);
}
