// See docs/decisions/0124.
import type { UserDetail } from "../../../lib/contract/users";
import { isDay } from "../../../lib/format/calendar";
import { forbidden, invalid, notFound } from "../../core/errors";
import { startOfDay } from "../../core/start-of-day";
import { isSameId } from "../../database/uuid";
import type { Context } from "../../endpoint/route";
import { keepingAdministrator } from "../../members/memberships";
import { refuseUnlessHoldingAllOf } from "../../members/policies";
import { userTable } from "../../records/user-table";
import { lockUser } from "./queries";

interface Suspension {
  isActive: boolean;
  suspendedUntil: string | null;
}
type Given = Partial<Suspension>;
type Stored = Pick<UserDetail, "userId"> & Suspension;

/**
 * The state after a change; undefined if it stays as it is. Reactivating ends the suspension's time, too.
 * @param stored undefined for a new user
 * @throws {RequestError} 400 on suspendedUntil for a time in the past, or of an active user
 */
export function suspensionOf(
  { timeZone = "UTC" }: Pick<Context, "timeZone">,
  given: Given,
  stored?: Stored,
): Suspension | undefined {
  const { isActive: wasActive, suspendedUntil: end = null } = stored ?? { isActive: true };
  const { isActive = wasActive, suspendedUntil = isActive ? null : end } = given;
  const instant =
    suspendedUntil !== null && isDay(suspendedUntil) ? startOfDay(suspendedUntil, timeZone) : suspendedUntil;
  const until = instant === null ? null : new Date(instant).toISOString();
  if (isActive === wasActive && until === end) return undefined;
  if (isActive && until !== null) throw invalid([{ propertyName: "suspendedUntil", rule: "onlySuspended" }]);
  if (until !== null && until !== end && Date.parse(until) <= Date.now())
    throw invalid([{ propertyName: "suspendedUntil", rule: "future" }]);
  return { isActive, suspendedUntil: until };
}

/**
 * @returns the new state of a locked user, for {@link updateUser}
 * @throws {RequestError} as {@link suspensionOf} does, 403 for oneself and for a user with more rights, and without a recent
 * factor if it lets the user in earlier than before
 */
export async function checkSuspension(
  context: Context,
  stored: Stored,
  given: Given,
): Promise<Suspension | undefined> {
  const next = suspensionOf(context, given, stored);
  if (!next) return undefined;
  const { db, user } = context;
  if (isSameId(stored.userId, user.userId)) throw forbidden("suspendingSelf");
  await refuseUnlessHoldingAllOf(db, user, [stored.userId], "suspensionOfStronger");
  if (!stored.isActive && endOf(next) < endOf(stored)) await context.requireConfirmed();
  return next;
}

/** In milliseconds since 1970. */
const endOf = ({ isActive, suspendedUntil }: Suspension) =>
  isActive ? 0 : suspendedUntil === null ? Number.POSITIVE_INFINITY : Date.parse(suspendedUntil);

/** Updates a locked user. @throws {RequestError} 409 `lastAdministrator` when the last one would be suspended */
export async function updateUser(
  context: Context,
  { userId, isActive }: Stored,
  changes: Parameters<typeof userTable.update>[2],
): Promise<void> {
  const update = () => userTable.update(context.db, userId, changes);
  if (isActive && changes.isActive === false) await keepingAdministrator(context, userId, update);
  else await update();
}

/**
 * Suspends or reactivates one of several users.
 * @returns the earlier state, if it changed
 * @throws {RequestError} 404, and as the above do
 */
export async function suspend(
  context: Context,
  userId: string,
  given: Given,
): Promise<Suspension | undefined> {
  const stored = await lockUser(context.db, userId);
  if (!stored) throw notFound();
  const next = await checkSuspension(context, stored, given);
  if (!next) return undefined;
  await updateUser(context, stored, next);
  return { isActive: stored.isActive, suspendedUntil: stored.suspendedUntil };
}
