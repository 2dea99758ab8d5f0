import { sql } from "drizzle-orm";
import type { Database } from "../database/transaction";

// Accounts belong to no tenant, so requests reach them through functions of the database (migrations/0002_accounts.sql).

async function only<T>(rows: Promise<{ rows: Array<{ answer: T }> }>): Promise<T> {
  const [row] = (await rows).rows;
  if (!row) throw new Error("A function of the database answered no row.");
  return row.answer;
}

/** The id of a new account, without a hash one that no password signs in to; null when the name is taken, in any case, in any tenant. */
export function createAccount(
  db: Database,
  userName: string,
  passwordHash: string | null,
): Promise<string | null> {
  return only(db.execute(sql`select create_account(${userName}, ${passwordHash}) as answer`));
}

export function isUserNameTaken(db: Database, userName: string): Promise<boolean> {
  return only(db.execute(sql`select user_name_is_taken(${userName}, null) as answer`));
}

/** Whether this tenant may rename the account or set its password: it is its only one, or the host. */
export function accountBelongsHere(db: Database, userId: string): Promise<boolean> {
  return only(db.execute(sql`select account_belongs_here(${userId}) as answer`));
}

/** Whether the account is a user of other tenants too. */
export function accountIsElsewhere(db: Database, userId: string): Promise<boolean> {
  return only(db.execute(sql`select account_is_elsewhere(${userId}) as answer`));
}

/** Also ends all its sessions; false when the account does not belong here. */
export function setAccountPassword(db: Database, userId: string, passwordHash: string): Promise<boolean> {
  return only(db.execute(sql`select set_account_password(${userId}, ${passwordHash}) as answer`));
}

/** The same, by the host, for a user of another tenant; false when they are none of it. */
export function setTenantUserPassword(
  db: Database,
  tenantId: string,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  return only(
    db.execute(sql`select set_tenant_user_password(${tenantId}, ${userId}, ${passwordHash}) as answer`),
  );
}
