import { RequestError } from "../core/errors";
import { withKeyedLock } from "../core/keyed-lock";
import { networkOf } from "../core/network";
import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";

/** Wrong keys that a network may try within the window, in all tenants and API processes together. */
export const missesAllowed = 60;
const windowSeconds = 60;

/**
 * Looks up a share, limiting a network's wrong keys. Right keys are not counted, and are refused too while the network
 * is throttled, so that a response reveals nothing about a key. Within a process a network's lookups run sequentially,
 * so that each of many concurrent ones sees the misses before it.
 * @param lookUp throws a {@link RequestError} of 404 for a key that is wrong or no longer valid
 * @throws {RequestError} 429 with Retry-After in seconds, and the errors of `lookUp`
 */
export async function limitMisses<T>(
  connection: Connection,
  address: string,
  lookUp: () => Promise<T>,
): Promise<T> {
  const subject = `shareKey:${networkOf(address)}`;
  return withKeyedLock([subject], async () => {
    await refuseWhileOver(connection, subject, missesAllowed);
    try {
      return await lookUp();
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 404) throw error;
      await countMiss(connection, subject);
      // Other processes may have counted since.
      await refuseWhileOver(connection, subject, missesAllowed + 1);
      throw error;
    }
  });
}

/**
 * Limits calls without authentication, in all API processes together.
 * @param subject calls with the same one are counted together
 * @param allowed calls within the window
 * @throws {RequestError} 429 with Retry-After in seconds
 */
export async function limitCalls(connection: Connection, subject: string, allowed: number): Promise<void> {
  await refuseWhileOver(connection, subject, allowed, "tooManyAttempts");
  await countMiss(connection, subject);
}

async function refuseWhileOver(
  connection: Connection,
  subject: string,
  misses: number,
  code: "tooManyWrongLinks" | "tooManyAttempts" = "tooManyWrongLinks",
): Promise<void> {
  const { rows } = await connection.transaction("hub_auth", (db) =>
    db.execute<{ seconds: number }>(sql`
      select ceil(extract(epoch from window_started_on - now()) + ${windowSeconds}::integer)::integer as seconds
      from sign_in_failures where subject = ${subject} and failures >= ${misses} and window_started_on > ${windowStart}`),
  );
  const [found] = rows;
  if (!found) return;
  const headers = { "retry-after": String(Math.max(1, found.seconds)) };
  throw new RequestError(code, { status: 429, headers, values: { minutes: 1 } });
}

const windowStart = sql`now() - make_interval(secs => ${windowSeconds})`;

const countMiss = (connection: Connection, subject: string) =>
  connection.transaction("hub_auth", (db) =>
    db.execute(sql`
      insert into sign_in_failures as known (subject, failures) values (${subject}, 1)
      on conflict (subject) do update set last_failed_on = now(),
        failures = case when known.window_started_on > ${windowStart} then known.failures + 1 else 1 end,
        window_started_on = case when known.window_started_on > ${windowStart} then known.window_started_on else now() end`),
  );
