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

/** What failures are counted for: the name that was tried, existing or not, and where the request came from. */
export function subjectsOf(userName: string, address: string): string[] {
  return [`account:${userName.toLowerCase().slice(0, 100)}`, `address:${networkOf(address)}`];
}

/**
 * Refuses a sign-in while one of its subjects has to wait.
 * @throws {RequestError} 429 with Retry-After in seconds
 */
export async function refuseWhileSlowed(db: Database, subjects: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select ceil(extract(epoch from max(blocked_until) - now()))::integer as seconds from sign_in_failures
    where subject in (${sql.join([...subjects], sql`, `)}) and blocked_until > now()`);
  const seconds = rows[0]?.seconds;
  if (seconds)
    throw new RequestError("tooManyAttempts", {
      status: 429,
      values: { minutes: Math.ceil(seconds / 60) },
      headers: { "retry-after": String(seconds) },
    });
}

/** Counts a failed sign-in for each subject. */
export async function recordFailure(db: Database, subjects: readonly string[]): Promise<void> {
  const first = subjects.map((subject) => sql`(${subject}, 1)`);
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

/** The account's failures are forgotten once it has signed in; those of the address are not. */
export async function forgetFailures(db: Database, subjects: readonly string[]): Promise<void> {
  await db.execute(sql`delete from sign_in_failures where subject = ${subjects[0]}`);
}
