// See docs/decisions/0126.

import type { Sessions } from "../../lib/contract/sessions";
import { clientNameOf } from "../core/client-name";
import { notFound, unauthorized } from "../core/errors";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import type { Context, SignedInUser } from "../endpoint/route";
import { instantOf } from "../lists/list";

const maxListed = 100;

interface Row extends Record<string, unknown> {
  sessionId: string;
  userAgent: string | null;
  address: string | null;
  createdOn: string;
  lastUsedOn: string;
  isCurrent: boolean;
  totalCount: number;
}

/** The open sessions of a user of the tenant. */
export async function sessionsOf({ db, user, config }: Context, userId: string): Promise<Sessions> {
  const { rows } = await db.execute<Row>(sql`
    select session_id as "sessionId", user_agent as "userAgent", address, created_on as "createdOn",
      coalesce(last_used_on, created_on) as "lastUsedOn", is_current as "isCurrent", (count(*) over ())::int as "totalCount"
    from sessions_of(${userId}, ${user.sessionKey ?? null}::text, make_interval(secs => ${config.secretIdleSeconds}))
    limit ${maxListed}`);
  return {
    totalCount: rows[0]?.totalCount ?? 0,
    list: rows.map(({ sessionId, userAgent, address, createdOn, lastUsedOn, isCurrent }) => ({
      ...{ sessionId, address, isCurrent },
      ...clientNameOf(userAgent),
      createdOn: instantOf(createdOn),
      lastUsedOn: instantOf(lastUsedOn),
    })),
  };
}

/** Ends a session of a user of the tenant. @throws {RequestError} 404 unless it is open and the user's */
export async function endSession({ db }: Context, userId: string, sessionId: string): Promise<null> {
  const { rows } = await db.execute<{ ended: number }>(
    sql`select end_sessions_of(${userId}, ${sessionId}, null) as ended`,
  );
  if (!rows[0]?.ended) throw notFound();
  return null;
}

/** Ends all sessions of a user of the tenant, except the caller's own. */
export async function endOtherSessions({ db, user }: Context, userId: string): Promise<null> {
  await db.execute(sql`select end_sessions_of(${userId}, null, ${user.sessionKey ?? null}::text)`);
  return null;
}

/**
 * Refuses a session with a password that has ended since the request was let in; runs as `hub_auth`, after a lock of the
 * account, for which a request may have waited while the session was ended.
 * @throws {RequestError} 401
 */
export async function refuseEndedSession(
  db: Database,
  { means, sessionId }: Pick<SignedInUser, "means" | "sessionId">,
): Promise<void> {
  if (means !== "secret") return;
  const { rows } = await db.execute(sql`
    select from secrets where secret_hash = ${sessionId} and expires_on > now() for key share`);
  if (rows.length === 0) throw unauthorized();
}
