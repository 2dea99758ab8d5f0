// See docs/decisions/0052.

import { sql } from "../database/sql";
import type { Database } from "../database/transaction";

// Accounts belong to no tenant, so requests reach them through database functions (migrations/0004_users.sql).

async function only<T>(rows: Promise<{ rows: Array<{ result: T }> }>): Promise<T> {
  const [row] = (await rows).rows;
  if (!row) throw new Error("A function of the database answered no row.");
  return row.result;
}

/**
 * Returns the id of a new account; without a hash no password signs in to it. Null when the tenant has a user of that
 * name, in any case.
 */
export function createAccount(
  db: Database,
  userName: string,
  passwordHash: string | null,
): Promise<string | null> {
  return only(db.execute(sql`select create_account(${userName}, ${passwordHash}) as result`));
}

/** The same for several, in order. */
export async function createAccounts(
  db: Database,
  userNames: readonly string[],
  passwordHash: string | null,
): Promise<(string | null)[]> {
  const { rows } = await db.execute<{ id: string | null }>(sql`
    select user_id as id from create_accounts(
      array(select name from jsonb_array_elements_text(${JSON.stringify(userNames)}::text::jsonb) with ordinality as named (name, place) order by place),
      ${passwordHash}) order by place`);
  return rows.map(({ id }) => id);
}

/** Refuses a second user of a name in a tenant. Names in other tenants are not revealed. */
export const userNameIndex = "users_user_name_key";

/** Whether an active user of the tenant has the name. */
export function isUserNameTaken(db: Database, userName: string): Promise<boolean> {
  return only(db.execute(sql`select user_name_is_taken(${userName}, null) as result`));
}

const maxUserNameLength = 100;

/**
 * Derives a free user name from a name, or the part of an address before the @, appending a number if it is taken; empty
 * if none is free.
 */
export async function freeUserName(db: Database, name: string): Promise<string> {
  const [local = ""] = name.split("@");
  const wanted = local.replace(/[^A-Za-z0-9_.-]+/g, ".").slice(0, maxUserNameLength - 3);
  for (const candidate of [wanted, ...Array.from({ length: 8 }, (_, index) => `${wanted}${index + 2}`)])
    if (candidate !== "" && !(await isUserNameTaken(db, candidate))) return candidate;
  return "";
}

/** Whether this tenant may rename the account or set its password: it is its only tenant, or the host. */
export function accountBelongsHere(db: Database, userId: string): Promise<boolean> {
  return only(db.execute(sql`select account_belongs_here(${userId}) as result`));
}

/** Whether the account is a user of other tenants too. */
export function accountIsElsewhere(db: Database, userId: string): Promise<boolean> {
  return only(db.execute(sql`select account_is_elsewhere(${userId}) as result`));
}

/** Also ends all its sessions; false when the account does not belong here. */
export function setAccountPassword(db: Database, userId: string, passwordHash: string): Promise<boolean> {
  return only(db.execute(sql`select set_account_password(${userId}, ${passwordHash}) as result`));
}

/**
 * Ends an account's API keys in every tenant: for an account that belongs here or, in the host, for a user of
 * `tenantId`.
 * @throws when it is neither
 */
export async function endAccountApiKeys(db: Database, userId: string, tenantId?: string): Promise<void> {
  const ended = await only<boolean>(
    db.execute(sql`select end_account_api_keys(${userId}, ${tenantId ?? null}) as result`),
  );
  if (!ended) throw new Error("The account does not belong here.");
}

/** Like {@link setAccountPassword}, by the host, for a user of another tenant; false when the user is not in it. */
export function setTenantUserPassword(
  db: Database,
  tenantId: string,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  return only(
    db.execute(sql`select set_tenant_user_password(${tenantId}, ${userId}, ${passwordHash}) as result`),
  );
}
