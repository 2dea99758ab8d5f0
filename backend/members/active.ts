import { type SQL, sql } from "../database/sql";

/**
 * SQL condition: a user who can enter the tenant, neither removed nor suspended (US-06).
 * @param user the alias of the row of `users`
 */
export const isActiveMember = (user: string): SQL =>
  sql`(${sql.identifier(user)}.archived_on is null and ${isNotSuspended(user)})`;

/** SQL condition: a user whose suspension, if any, is over. */
export const isNotSuspended = (user: string): SQL =>
  sql`is_active_user(${sql.identifier(user)}.is_active, ${sql.identifier(user)}.suspended_until)`;
