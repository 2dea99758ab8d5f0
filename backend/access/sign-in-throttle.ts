import { sql } from "drizzle-orm";
import type { Database } from "../database/transaction";
import { RequestError } from "../http/errors";
import { networkOf } from "../http/network";

// Five wrong passwords in five minutes slow an account and an address down, each failure after that twice as long, up
// to 15 minutes; nobody is locked out for good (QUALITY, security 15; ASVS 5.0 V6.3.1).
const failuresAllowed = 5;
const windowSeconds = 5 * 60;
const firstWaitSeconds = 15;
const maxWaitSeconds = 15 * 60;

/** Whom failures are counted for, and who has to wait for them. */
export interface Subjects {
  /** The first of them is forgotten once a sign-in succeeds. */
  waiting: readonly string[];
  counted: readonly string[];
}

/**
 * The account that was tried, or the tenant and name of one that does not exist, and where the request came from. A device that the account was signed in to
 * from before waits for its own failures alone: whoever guesses elsewhere must not keep the account's owner out.
 */
export function subjectsOf(account: string, address: string, knownDevice?: string): Subjects {
  const all = [`account:${account.toLowerCase().slice(0, 150)}`, `address:${networkOf(address)}`];
  if (!knownDevice) return { waiting: all, counted: all };
  const device = `device:${knownDevice}`;
  return { waiting: [device], counted: [device, ...all] };
}

/** Subjects of a signed-in user, whom only their own failures slow down. */
export function ownSubjects(userId: string): Subjects {
  const own = [`own:${userId}`];
  return { waiting: own, counted: own };
}

/**
 * Refuses a sign-in while one of its subjects has to wait.
 * @throws {RequestError} 429 with Retry-After in seconds
 */
export async function refuseWhileThrottled(db: Database, { waiting }: Subjects): Promise<void> {
  const seconds = await secondsToWait(db, waiting);
  if (seconds) throw tooManyAttempts(seconds);
}

async function secondsToWait(db: Database, subjects: readonly string[]): Promise<number | null | undefined> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select ceil(extract(epoch from max(blocked_until) - now()))::integer as seconds from sign_in_failures
    where subject in (${sql.join([...subjects], sql`, `)}) and blocked_until > now()`);
  return rows[0]?.seconds;
}

const tooManyAttempts = (seconds: number) =>
  new RequestError("tooManyAttempts", {
    status: 429,
    values: { minutes: Math.ceil(seconds / 60) },
    headers: { "retry-after": String(seconds) },
  });

/** Counts a failed sign-in for each subject. */
export async function recordFailure(db: Database, { counted }: Subjects): Promise<void> {
  await db.execute(countFailures(counted));
}

/**
 * Counts an attempt as a failure before it is looked at, so that of many at once, in however many processes, no more are looked at than
 * may fail. Whoever reserved it gives it back unless it fails.
 * @throws {RequestError} as {@link refuseWhileThrottled} does
 */
export async function reserveAttempt(db: Database, subject: string): Promise<void> {
  const { rows } = await db.execute(
    sql`${countFailures([subject])} where known.blocked_until is null or known.blocked_until <= now() returning 1 as done`,
  );
  // An attempt that blocked this one may have been given back since.
  if (rows.length === 0) throw tooManyAttempts((await secondsToWait(db, [subject])) || 1);
}

/** Takes back that an attempt was counted; nobody waits for it any more. */
export async function giveBackAttempt(db: Database, subject: string): Promise<void> {
  await db.execute(sql`
    update sign_in_failures set failures = greatest(failures - 1, 0),
      blocked_until = case when failures > ${failuresAllowed}::integer then now() end
    where subject = ${subject}`);
}

const countFailures = (subjects: readonly string[]) => sql`
  insert into sign_in_failures as known (subject, failures)
  values ${sql.join(
    subjects.map((subject) => sql`(${subject}, 1)`),
    sql`, `,
  )}
  on conflict (subject) do update set (failures, window_started_on, last_failed_on, blocked_until) = (
    select count, case when count = 1 then now() else known.window_started_on end, now(),
      case when count >= ${failuresAllowed}::integer then now() + make_interval(secs =>
        least(${maxWaitSeconds}::integer, ${firstWaitSeconds}::integer * power(2, least(count - ${failuresAllowed}::integer, 16)))) end
    from (
      select case
        when known.window_started_on > now() - make_interval(secs => ${windowSeconds})
          or known.blocked_until > now() - make_interval(secs => ${maxWaitSeconds})
        then known.failures + 1 else 1 end as count
    ) as counted
  )`;

/** The failures of the account, or of the known device, are forgotten once it has signed in; those of the address are not. */
export async function forgetFailures(db: Database, { waiting }: Subjects): Promise<void> {
  await db.execute(sql`delete from sign_in_failures where subject = ${waiting[0]}`);
}
