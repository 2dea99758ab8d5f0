import { endOtherSessions, endSession, sessionsOf } from "../../access/sessions";
import type { Context } from "../../endpoint/route";
import { refuseUnlessHoldingAllOf } from "../../members/policies";
import { userTable } from "../../records/user-table";

/** @throws {RequestError} 404, 403 for a user with more rights */
async function check({ db, user }: Context, userId: string): Promise<void> {
  await userTable.get(db, userId);
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
