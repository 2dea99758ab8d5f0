import { type DayFigures, figureDays, maxUsersChecked } from "../../../lib/contract/home";
import { maxCounted } from "../../../lib/contract/paging";
import { type SQL, sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import type { Context } from "../../endpoint/route";
import { recordCount } from "../../lists/list";
import { holders } from "../../records/user-table";

/** Reads no more rows than it counts, so that a million cost the same as a hundred. */
const countUpTo = (rows: SQL) =>
  sql`(select count(*)::int from (select ${rows} limit ${maxCounted + 1}) as counted)`;

const invitationsLeft = sql`from invitations where accepted_on is null and revoked_on is null`;

const counts = {
  unread: countUpTo(sql`from notifications where user_id = app_actor() and read_on is null`),
  open: countUpTo(sql`${invitationsLeft} and expires_on > now()`),
  expired: countUpTo(sql`${invitationsLeft} and expires_on <= now()`),
  neverSignedIn: countUpTo(sql`from users where archived_on is null and last_login_on is null`),
  // OFFSET forces a lookup for each: without good statistics the planner would join all memberships.
  withoutRole: countUpTo(sql`from (
      select user_id from users where archived_on is null order by created_on desc limit ${maxUsersChecked}) as newest
    where not exists (select from (${holders()}) as held where held.user_id = newest.user_id offset 0)`),
  users: sql`${recordCount("users")}::int`,
  files: sql`${recordCount("attachments")}::int`,
};

/** Counts all that the caller may see, in one statement. */
export async function countUpToMax<Name extends keyof typeof counts>(db: Database, names: readonly Name[]) {
  const asked = names.map((name) => sql`${counts[name]} as ${sql.identifier(name)}`);
  const { rows } = await db.execute(sql`select ${sql.join(asked, ", ")}`);
  return rows[0] as { [One in Name]: number };
}

interface CompletedSteps extends Record<string, unknown> {
  others: boolean;
  role: boolean;
  /** Whether the installation created the caller's account and password. */
  isFirst: boolean;
  password: boolean;
  brand: boolean;
}

/** The steps taken since the installation, by the acting user or others. */
export async function findCompletedSteps(db: Database): Promise<CompletedSteps> {
  const { rows } = await db.execute<CompletedSteps>(sql`
    select
      exists (select from users where archived_on is null offset 1) or exists (select from invitations) as others,
      exists (select from roles where archived_on is null and not is_built_in) as role,
      exists (select from users where user_id = app_actor() and created_by is null) as "isFirst",
      exists (select from history where collection = 'users' and record_id = app_actor()
        and type = 'UserPasswordChanged') as password,
      exists (select from themes where is_default) or exists (select from organisation_settings
        where company_name <> '' or avatar is not null) as brand`);
  return rows[0] as CompletedSteps;
}

/**
 * Counted from the history, by an index of these entries only: a day of many sign-ins costs no more than its entries.
 * @param options `seesFiles`: whether new files are counted too, by the index on their age
 */
export async function figures(
  { db, timeZone = "UTC" }: Context,
  { seesFiles }: { seesFiles: boolean },
): Promise<DayFigures[]> {
  const firstMoment = sql`(select min(day) from days)::timestamp at time zone ${timeZone}`;
  const files = sql`union all
      select (created_on at time zone ${timeZone})::date, 'file', count(*)::int from attachments
      where archived_on is null and created_on >= ${firstMoment} group by 1`;
  const { rows } = await db.execute<DayFigures & Record<string, unknown>>(sql`
    with days as (
      select d::date as day from generate_series(
        (now() at time zone ${timeZone})::date - ${figureDays - 1}::int, (now() at time zone ${timeZone})::date, interval '1 day') d
    ), counted as (
      select (changed_on at time zone ${timeZone})::date as day, type, count(*)::int as count
      from history
      where collection = 'users' and type in ('UserSignedIn', 'UserSignInFailed', 'UserCreated')
        and changed_on >= ${firstMoment}
      group by 1, 2
      ${seesFiles ? files : sql.empty}
    )
    select days.day::text as day,
      coalesce(sum(count) filter (where type = 'UserSignedIn'), 0)::int as "signIns",
      coalesce(sum(count) filter (where type = 'UserSignInFailed'), 0)::int as failures,
      coalesce(sum(count) filter (where type = 'UserCreated'), 0)::int as "newUsers"
      ${seesFiles ? sql`, coalesce(sum(count) filter (where type = 'file'), 0)::int as "newFiles"` : sql.empty}
    from days left join counted on counted.day = days.day
    group by days.day order by days.day`);
  return rows;
}
