import { sql } from "drizzle-orm";
import type { Database } from "../database/transaction";
import { RequestError } from "../http/errors";
import { networkOf } from "../http/network";

// Five wrong passwords in five minutes slow an account and an address down, each failure after that twice as long, up
// to 15 minutes; nobody is locked out for good (QUALITY, security 15; ASVS 5.0 V6.3.1).
const failuresAllowed = 5;
const windowSeconds = 5 * 60;
const firstWaitSeconds = 15;
const longestWaitSeconds = 15 * 60;

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

/** The user whose session it is waits for their own failures alone. */
export function ownSubjects(userId: string): Subjects {
  const own = [`own:${userId}`];
  return { waiting: own, counted: own };
}

/**
 * Refuses a sign-in while one of its subjects has to wait.
 * @throws {RequestError} 429 with Retry-After in seconds
 */
export async function refuseWhileThrottled(db: Database, { waiting }: Subjects): Promise<void> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select ceil(extract(epoch from max(blocked_until) - now()))::integer as seconds from sign_in_failures
    where subject in (${sql.join([...waiting], sql`, `)}) and blocked_until > now()`);
  const seconds = rows[0]?.seconds;
  if (seconds)
    throw new RequestError("tooManyAttempts", {
      status: 429,
      values: { minutes: Math.ceil(seconds / 60) },
      headers: { "retry-after": String(seconds) },
    });
}

/** Counts a failed sign-in for each subject. */
export async function recordFailure(db: Database, { counted }: Subjects): Promise<void> {
  const first = counted.map((subject) => sql`(${subject}, 1)`);
  await db.execute(sql`
    insert into sign_in_failures as known (subject, failures) values ${sql.join(first, sql`, `)}
    on conflict (subject) do update set (failures, window_started_on, last_failed_on, blocked_until) = (
      select count, case when count = 1 then now() else known.window_started_on end, now(),
        case when count >= ${failuresAllowed}::integer then now() + make_interval(secs =>
          least(${longestWaitSeconds}::integer, ${firstWaitSeconds}::integer * power(2, least(count - ${failuresAllowed}::integer, 16)))) end
      from (
        select case
          when known.window_started_on > now() - make_interval(secs => ${windowSeconds})
            or known.blocked_until > now() - make_interval(secs => ${longestWaitSeconds})
          then known.failures + 1 else 1 end as count
      ) as counted
    )`);
}

/** The failures of the account, or of the known device, are forgotten once it has signed in; those of the address are not. */
export async function forgetFailures(db: Database, { waiting }: Subjects): Promise<void> {
  await db.execute(sql`delete from sign_in_failures where subject = ${waiting[0]}`);
}
