import { endOtherSessions, endSession, sessionsOf } from "../../access/sessions";
import { notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Context } from "../../endpoint/route";
import { refuseUnlessHoldingAllOf } from "../../members/policies";

/** @throws {RequestError} 404, 403 for a user with more rights */
async function check({ db, user }: Context, userId: string): Promise<void> {
  const { rows } = await db.execute(sql`select from users where user_id = ${userId} and archived_on is null`);
  if (rows.length === 0) throw notFound();
  await refuseUnlessHoldingAllOf(db, user, [userId], "sessionsOfStronger");
}

export async function sessionsOfUser(context: Context, userId: string) {
  await check(context, userId);
  return sessionsOf(context, userId);
}

export async function endSessionOfUser(context: Context, userId: string, sessionId: string) {
  await check(context, userId);
  return endSession(context, userId, sessionId);
}

export async function endSessionsOfUser(context: Context, userId: string) {
  await check(context, userId);
  return endOtherSessions(context, userId);
}
