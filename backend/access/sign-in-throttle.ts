import { RequestError } from "../core/errors";
import { networkOf } from "../core/network";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";

// Five wrong passwords in five minutes throttle an account and an address, each further failure doubling the delay, up
// to 15 minutes; no account is locked permanently (QUALITY, security 15; ASVS 5.0 V6.3.1).
const failuresAllowed = 5;
const windowSeconds = 5 * 60;
const firstWaitSeconds = 15;
const maxWaitSeconds = 15 * 60;

/** Keys under which failures are counted, and the throttled ones. */
export interface Subjects {
  /** A successful sign-in clears the first of them. */
  waiting: readonly string[];
  counted: readonly string[];
}

/**
 * The account, or the tenant and name of an unknown one, and the request's network. A device that has signed in to the
 * account before waits only for its own failures, so that guessing elsewhere cannot lock out the account's owner.
 */
export function subjectsOf(account: string, address: string, knownDevice?: string): Subjects {
  return onDevice([`account:${shortened(account)}`, addressKey(address)], account, knownDevice);
}

/** Subjects of a sign-in with a typed name, whose failures throttle joins with that name, too. */
export const subjectsOfSignIn: SubjectsOfName = (userName, ...attempt) => {
  const { waiting, counted } = subjectsOf(...attempt);
  return { waiting, counted: [...counted, nameKey(userName)] };
};

/**
 * Subjects of a join with an account of any tenant: the name in all tenants replaces the account, which would reveal
 * where it exists. No success clears a name, which another tenant may have given to its own user.
 */
export const subjectsOfJoin: SubjectsOfName = (userName, account, address, knownDevice) =>
  // The name is last, as in sign-ins, to avoid deadlocks.
  onDevice([addressKey(address), nameKey(userName)], account, knownDevice);

export type SubjectsOfName = (userName: string, ...attempt: Parameters<typeof subjectsOf>) => Subjects;

const shortened = (name: string) => name.toLowerCase().slice(0, 150);
const addressKey = (address: string) => `address:${networkOf(address)}`;
const nameKey = (userName: string) => `name:${shortened(userName)}`;

function onDevice(all: readonly string[], account: string, knownDevice?: string): Subjects {
  if (!knownDevice) return { waiting: all, counted: all };
  // Of that account: another account's success on a device of the same name must not clear its failures.
  const device = `device:${account}:${knownDevice}`;
  return { waiting: [device], counted: [device, ...all] };
}

/** Subjects of a signed-in user, throttled only by their own failures. */
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
    where subject in (${sql.join([...subjects], ", ")}) and blocked_until > now()`);
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
 * Counts an attempt as a failure before checking it, so that of many concurrent ones, in any number of processes, no
 * more are checked than may fail. The caller releases the reservation unless the attempt fails.
 * @throws {RequestError} as {@link refuseWhileThrottled} does
 */
export async function reserveAttempt(db: Database, subject: string): Promise<void> {
  const { rows } = await db.execute(
    sql`${countFailures([subject])} where known.blocked_until is null or known.blocked_until <= now() returning 1 as done`,
  );
  // An attempt that blocked this one may have been released since.
  if (rows.length === 0) throw tooManyAttempts((await secondsToWait(db, [subject])) || 1);
}

/** Releases a reserved attempt. */
export async function releaseAttempt(db: Database, subject: string): Promise<void> {
  await db.execute(sql`
    update sign_in_failures set failures = greatest(failures - 1, 0),
      blocked_until = case when failures > ${failuresAllowed}::integer then now() end
    where subject = ${subject}`);
}

const countFailures = (subjects: readonly string[]) => sql`
  insert into sign_in_failures as known (subject, failures)
  values ${sql.join(
    subjects.map((subject) => sql`(${subject}, 1)`),
    ", ",
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

/** Clears the failures of the account, or of the known device, after a sign-in; those of the address stay. */
export async function clearFailures(db: Database, { waiting }: Subjects): Promise<void> {
  await db.execute(sql`delete from sign_in_failures where subject = ${waiting[0]}`);
}
