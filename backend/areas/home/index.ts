import { type SQL, sql } from "drizzle-orm";
import { allEndpoints, contract } from "../../../lib/contract";
import type { Endpoint } from "../../../lib/contract/endpoint";
import { type DayFigures, figureDays, type HomeOverview, maxUsersChecked } from "../../../lib/contract/home";
import { maxCounted } from "../../../lib/contract/paging";
import { hiddenTypes } from "../../audit/hidden-changes";
import { latestChanges, type TracedRecords } from "../../audit/latest-changes";
import type { Database } from "../../database/transaction";
import { isPermitted } from "../../endpoint/permission";
import { type Context, implement } from "../../endpoint/route";
import { recordCount } from "../../lists/list";
import { holders } from "../../records/user-table";

export const routes = implement(contract.home, {
  overview: ({ context }) => overview(context),
  figures: ({ context }) => figures(context),
});

const changesShown = 10;

/** Calls for the history of one record of an area, with the id in their path. */
const histories = allEndpoints.filter(({ name }) => name === "recordHistory");

/** The caller's pending tasks and recent changes (HO-05), limited to data that other calls would show them. */
async function overview(context: Context): Promise<HomeOverview> {
  const { db, user } = context;
  const may = ({ access }: Endpoint) => isPermitted(access, user.permissions);
  const seesInvitations = may(contract.invitations.list);
  const seesUsers = may(contract.users.list);
  const seesRoles = may(contract.users.roles);
  const traced = histories.filter(may).map(recordsOf);
  const [{ unread, open, expired, neverSignedIn, withoutRole, users }, changes, checklist] =
    await Promise.all([
      countUpToMax(db, [
        "unread",
        ...(seesInvitations ? (["open", "expired"] as const) : []),
        ...(seesUsers ? (["neverSignedIn"] as const) : []),
        ...(seesRoles ? (["withoutRole", "users"] as const) : []),
      ]),
      traced.length > 0 ? latestChanges(db, traced, hiddenTypes(user.permissions), changesShown) : undefined,
      may(contract.invitations.invite) && may(contract.roles.create) ? checklistOf(context) : undefined,
    ]);
  return {
    unread,
    ...(seesInvitations && { invitations: { open, expired } }),
    neverSignedIn,
    ...(seesRoles && {
      withoutRole: { count: withoutRole, isMore: withoutRole > maxCounted || users > maxUsersChecked },
    }),
    changes,
    checklist,
  };
}

function recordsOf({ area, path }: Endpoint): TracedRecords {
  const [, idName = ""] = /:(\w+)\//.exec(path) ?? [];
  return { area, idName };
}

/** Undefined once all steps are done. */
async function checklistOf({ db, config }: Context): Promise<HomeOverview["checklist"]> {
  const { isFirst, password, ...begun } = await findCompletedSteps(db);
  const isGenerated = isFirst && config.authMode === "basic" && !config.adminPassword;
  const checklist = { ...begun, ...(isGenerated && { password }) };
  return Object.values(checklist).every(Boolean) ? undefined : checklist;
}

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
};

/** Counts all that the caller may see, in one statement. */
async function countUpToMax<Name extends keyof typeof counts>(db: Database, names: readonly Name[]) {
  const asked = names.map((name) => sql`${counts[name]} as ${sql.identifier(name)}`);
  const { rows } = await db.execute(sql`select ${sql.join(asked, sql`, `)}`);
  return rows[0] as { [One in Name]: number };
}

interface CompletedSteps extends Record<string, unknown> {
  others: boolean;
  role: boolean;
  /** Whether the installation created the caller's account and password. */
  isFirst: boolean;
  password: boolean;
}

/** The steps taken since the installation, by the acting user or others. */
async function findCompletedSteps(db: Database): Promise<CompletedSteps> {
  const { rows } = await db.execute<CompletedSteps>(sql`
    select
      exists (select from users where archived_on is null offset 1) or exists (select from invitations) as others,
      exists (select from roles where archived_on is null and not is_built_in) as role,
      exists (select from users where user_id = app_actor() and created_by is null) as "isFirst",
      exists (select from history where collection = 'users' and record_id = app_actor()
        and type = 'UserPasswordChanged') as password`);
  return rows[0] as CompletedSteps;
}

/**
 * Counted from the history, by an index of these entries only: a day of many sign-ins costs no more than its entries.
 */
async function figures({ db, timeZone = "UTC" }: Context): Promise<DayFigures[]> {
  const { rows } = await db.execute<DayFigures & Record<string, unknown>>(sql`
    with days as (
      select d::date as day from generate_series(
        (now() at time zone ${timeZone})::date - ${figureDays - 1}::int, (now() at time zone ${timeZone})::date, interval '1 day') d
    ), counted as (
      select (changed_on at time zone ${timeZone})::date as day, type, count(*)::int as count
      from history
      where collection = 'users' and type in ('UserSignedIn', 'UserSignInFailed', 'UserCreated')
        and changed_on >= (select min(day) from days)::timestamp at time zone ${timeZone}
      group by 1, 2
    )
    select days.day::text as day,
      coalesce(sum(count) filter (where type = 'UserSignedIn'), 0)::int as "signIns",
      coalesce(sum(count) filter (where type = 'UserSignInFailed'), 0)::int as failures,
      coalesce(sum(count) filter (where type = 'UserCreated'), 0)::int as "newUsers"
    from days left join counted on counted.day = days.day
    group by days.day order by days.day`);
  return rows;
}
