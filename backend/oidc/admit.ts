import type { OidcConfig } from "../config/config";
import { hostTenant } from "../core/tenant-prefix";
import { type SQL, sql } from "../database/sql";
import type { Connection, Database } from "../database/transaction";
import type { Person } from "./person";

/**
 * Whether a user name equal to the provider's subject identifies the user; `first` only while no one else is linked.
 */
export type SubjectRule = "always" | "first" | "never";

/** The configured rule for subjects in a tenant (docs/decisions/0023). */
export function subjectRuleOf(
  { linkUserNames = true, firstAdministrator }: Pick<OidcConfig, "linkUserNames" | "firstAdministrator">,
  tenantIdentifier: string,
  { subject }: Pick<Person, "subject">,
): SubjectRule {
  if (linkUserNames) return "always";
  return tenantIdentifier === hostTenant && subject === firstAdministrator ? "first" : "never";
}

/**
 * Identifies the user of a token's subject on first use, and links them permanently: by another link of the same
 * subject, by a user name equal to the provider's subject, or by a verified e-mail address that exactly one active user
 * has. A user with a link to this issuer is not matched again: addresses are reassigned to new people, subjects are not
 * (OpenID Connect Core 1.0, section 5.7). Of concurrent first sign-ins of different subjects, one succeeds
 * (docs/decisions/0023).
 * @returns whether a user was found
 */
export function admit(
  connection: Connection,
  tenantId: string,
  person: Person,
  rule: SubjectRule,
): Promise<boolean> {
  return connection.transaction("hub_auth", (db) => linkKnown(db, tenantId, person, rule));
}

/** {@link admit} within a running transaction; runs as `hub_auth`. */
export async function linkKnown(
  db: Database,
  tenantId: string,
  person: Person,
  rule: SubjectRule,
): Promise<boolean> {
  const userId = await findKnown(db, tenantId, person, rule);
  if (!userId) return false;
  await lockPerson(db, tenantId, userId);
  if ((await findKnown(db, tenantId, person, rule)) !== userId) return false;
  await linkUser(db, tenantId, person, userId);
  return true;
}

async function findKnown(db: Database, tenantId: string, person: Person, rule: SubjectRule) {
  return (
    (await alreadyLinked(db, tenantId, person)) ??
    (await formerlyLinked(db, tenantId, person)) ??
    (await recognised(db, tenantId, person, rule)) ??
    // A concurrent first request may have linked the person between these statements.
    (await alreadyLinked(db, tenantId, person))
  );
}

export async function lockPerson(db: Database, tenantId: string, userId: string): Promise<void> {
  await db.execute(
    sql`select from users where tenant_id = ${tenantId} and user_id = ${userId} for no key update`,
  );
}

export async function linkUser(
  db: Database,
  tenantId: string,
  { issuer, subject, identityProvider, userName }: Person,
  userId: string,
): Promise<void> {
  await db.execute(sql`
    insert into identities (tenant_id, issuer, subject, identity_provider, user_id, user_name)
    values (${tenantId}, ${issuer}, ${subject}, ${identityProvider}, ${userId}, ${userName})
    on conflict do nothing`);
}

async function alreadyLinked(db: Database, tenantId: string, { issuer, subject }: Person) {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select i.user_id as "userId" from identities i join users u using (tenant_id, user_id)
    where i.tenant_id = ${tenantId} and i.issuer = ${issuer} and i.subject = ${subject} and u.archived_on is null
    limit 1`);
  return rows[0]?.userId;
}

/** A restored user, whose deletion had ended the link. */
async function formerlyLinked(db: Database, tenantId: string, { issuer, subject }: Person) {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select f.user_id as "userId" from former_identities f join users u using (tenant_id, user_id)
    where f.tenant_id = ${tenantId} and f.issuer = ${issuer} and f.subject = ${subject} and u.archived_on is null
      and not exists (select from identities i
        where i.tenant_id = f.tenant_id and i.user_id = f.user_id and i.issuer = f.issuer)`);
  return rows.length === 1 ? rows[0]?.userId : undefined;
}

async function recognised(
  db: Database,
  tenantId: string,
  { issuer, subject, email = "" }: Person,
  rule: SubjectRule,
) {
  const { rows } = await db.execute<{ userId: string; isBySubject: boolean }>(sql`
    select u.user_id as "userId", u.user_name = ${subject}::text and ${ruleOf(rule)} as "isBySubject" from users u
    where u.tenant_id = ${tenantId} and u.archived_on is null
      and (u.user_name_sort = fold(${subject}::text) and u.user_name = ${subject}::text and ${ruleOf(rule)}
        or ${email}::text <> '' and u.email_sort = fold(${email}::text) and lower(u.email) = lower(${email}::text))
      and not exists (select from identities i
        where i.tenant_id = u.tenant_id and i.user_id = u.user_id and i.issuer = ${issuer})`);
  const bySubject = rows.find((row) => row.isBySubject);
  if (bySubject) return bySubject.userId;
  return rows.length === 1 ? rows[0]?.userId : undefined;
}

function ruleOf(rule: SubjectRule): SQL {
  return rule === "first"
    ? sql`not exists (select from identities other where other.tenant_id = u.tenant_id)`
    : sql`${rule === "always"}::boolean`;
}
