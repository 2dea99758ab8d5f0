// See docs/decisions/0128.

import { withKeyedLock } from "../core/keyed-lock";
import { hostTenant } from "../core/tenant-prefix";
import { administratorRoleId } from "../database/schema";
import { sql } from "../database/sql";
import { type Connection, type Database, enterTenant } from "../database/transaction";
import { refuseDuplicate } from "../database/unique-violation";
import { createAccount, freeUserName, userNameIndex } from "../members/accounts";
import { linkKnown, linkUser, type SubjectRule } from "../oidc/admit";
import type { Person } from "../oidc/person";

/**
 * Creates a user with the tenant's default roles for an unknown person, and links them (US-07); concurrent calls create
 * one. A subject, address or name of a present or former user creates none, so that suspensions and deletions hold.
 * @param person with the claims of their ID token or user info
 * @returns whether the person has a user
 */
export function createPerson(
  connection: Connection,
  tenantId: string,
  person: Person,
  rule: SubjectRule,
): Promise<boolean> {
  // Waiting calls hold no connection.
  return withKeyedLock([`new person:${tenantId}`], () => createNow(connection, tenantId, person, rule));
}

function createNow(
  connection: Connection,
  tenantId: string,
  person: Person,
  rule: SubjectRule,
): Promise<boolean> {
  return connection.transaction("hub_auth", async (db) => {
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('people of a provider ' || ${tenantId}::text, 0))`,
    );
    if (await linkKnown(db, tenantId, person, rule)) return true;
    if (await isKnown(db, tenantId, person, rule)) return false;
    if (!(await hasAdministrator(db, tenantId))) return false;
    // The provider is the author of these changes.
    await enterTenant(db, tenantId, { userId: "", userName: person.identityProvider });
    const userId = await insertPerson(db, person);
    if (!userId) return false;
    await db.execute(sql`select set_config('role', 'hub_auth', true)`);
    await linkUser(db, tenantId, person, userId);
    return true;
  });
}

/** Whether a user, former user or refused subject has the subject, name or address, verified or not. */
async function isKnown(
  db: Database,
  tenantId: string,
  { issuer, subject, email, claims }: Person,
  rule: SubjectRule,
): Promise<boolean> {
  const addresses = [email, claims.email].flatMap((address) => address || []);
  const { rows } = await db.execute<{ isKnown: boolean }>(sql`
    select exists (select from former_identities where tenant_id = ${tenantId} and issuer = ${issuer} and subject = ${subject})
      or exists (select from refused_subjects where tenant_id = ${tenantId} and issuer = ${issuer} and subject = ${subject}
        and coalesce(refused_until > now(), true))
      or exists (select from users u, jsonb_array_elements_text(${JSON.stringify(addresses)}::text::jsonb) as address
        where u.tenant_id = ${tenantId} and lower(u.email) = lower(address))
      or ${rule !== "never"}::boolean and exists (select from users u
        where u.tenant_id = ${tenantId} and u.user_name = ${subject} and u.archived_on is not null) as "isKnown"`);
  return rows[0]?.isKnown === true;
}

/** False for the host tenant before its first administrator is linked, who is recognised only while no user is. */
async function hasAdministrator(db: Database, tenantId: string): Promise<boolean> {
  const { rows } = await db.execute<{ isThere: boolean }>(sql`
    select exists (select from tenants where tenant_id = ${tenantId} and identifier <> ${hostTenant})
      or exists (select from identities join user_roles using (tenant_id, user_id)
        where tenant_id = ${tenantId} and role_id = ${administratorRoleId}) as "isThere"`);
  return rows[0]?.isThere === true;
}

/** Runs as `hub_app`. @returns undefined when no user name is free */
async function insertPerson(db: Database, person: Person): Promise<string | undefined> {
  const { email = "", claims, subject } = person;
  const userName = (await freeUserName(db, person.userName)) || (await freeUserName(db, subject));
  const userId = userName && (await createAccount(db, userName, null));
  if (!userId) return undefined;
  const inserted = db.execute(sql`insert into users (user_id, user_name, first_name, last_name, email)
    values (${userId}, ${userName}, ${claims.firstName}, ${claims.lastName}, ${email})`);
  await refuseDuplicate(userNameIndex, "userName", inserted);
  await db.execute(sql`insert into user_roles (user_id, role_id)
    select ${userId}::uuid, role_id from roles where is_default and not is_built_in and archived_on is null order by role_id for share`);
  if (claims.language)
    await db.execute(sql`insert into user_settings (user_id, setting_name, setting_value)
      values (${userId}, 'languageSymbol', ${claims.language})`);
  return userId;
}
