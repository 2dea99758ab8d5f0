import { type SQL, sql } from "drizzle-orm";
import { maxCounted } from "../../../lib/contract/paging";
import type { Database } from "../../database/transaction";

/** Reads no more rows than are counted, so that a million cost what a hundred do. */
const countUpTo = (rows: SQL) =>
  sql`(select count(*)::int from (select ${rows} limit ${maxCounted + 1}) as counted)`;

const invitationsLeft = sql`from invitations where accepted_on is null and revoked_on is null`;

const counts = {
  unread: countUpTo(sql`from notifications where user_id = app_actor() and read_on is null`),
  open: countUpTo(sql`${invitationsLeft} and expires_on > now()`),
  expired: countUpTo(sql`${invitationsLeft} and expires_on <= now()`),
  neverSignedIn: countUpTo(sql`from users where archived_on is null and last_login_on is null`),
};

/** How many there are of what the caller may know of, all in one statement. */
export async function countUpToMax<Name extends keyof typeof counts>(db: Database, names: readonly Name[]) {
  const asked = names.map((name) => sql`${counts[name]} as ${sql.identifier(name)}`);
  const { rows } = await db.execute(sql`select ${sql.join(asked, sql`, `)}`);
  return rows[0] as { [One in Name]: number };
}

interface Begun extends Record<string, unknown> {
  others: boolean;
  role: boolean;
  /** Nobody made the caller's account, so that the installation made its password. */
  isFirst: boolean;
  password: boolean;
}

/** What the acting user, or anybody, has done since the installation. */
export async function whatIsBegun(db: Database): Promise<Begun> {
  const { rows } = await db.execute<Begun>(sql`
    select
      exists (select from users where archived_on is null offset 1) or exists (select from invitations) as others,
      exists (select from roles where archived_on is null and not is_built_in) as role,
      exists (select from users where user_id = app_actor() and created_by is null) as "isFirst",
      exists (select from history where collection = 'users' and record_id = app_actor()
        and type = 'UserPasswordChanged') as password`);
  return rows[0] as Begun;
}
