import { notFound } from "../../core/errors";
import type { Context } from "../../endpoint/route";
import { giveRoles, rolesToHold, rolesToTake, takeRoles } from "../../members/memberships";
import { refuseRolesOfProvider, refuseUnlessHoldingAllOf } from "../../members/policies";
import { notifyHolders, notifyOfGivenRoles } from "../../notifications/notify";
import { lockUser } from "./queries";

/**
 * @returns the ids of the roles that the user did not have before
 * @throws {RequestError} 404, 400 on roleIds, 403 when a role has permissions that the caller lacks
 */
export async function addRoles(
  { db, user }: Context,
  userId: string,
  roleIds: readonly string[],
): Promise<string[]> {
  if (!(await lockUser(db, userId))) throw notFound();
  const given = await giveRoles(db, user, [userId], await rolesToHold(db, roleIds));
  await notifyOfGivenRoles(db, given);
  return given.map(({ roleId }) => roleId);
}

/**
 * @returns the ids of the roles that the user had
 * @throws {RequestError} 404, 400 on roleIds, 403 for a user with more rights and as {@link refuseRolesOfProvider} does, 409
 * for the last administrator
 */
export async function removeRoles(
  context: Context,
  userId: string,
  roleIds: readonly string[],
): Promise<string[]> {
  const { db, user } = context;
  if (!(await lockUser(db, userId))) throw notFound();
  const taken = await rolesToTake(db, roleIds);
  await refuseUnlessHoldingAllOf(db, user, [userId], "rolesOfStronger");
  await refuseRolesOfProvider(context, taken, [userId]);
  await notifyHolders(db, "roleTaken", taken, [userId]);
  return takeRoles(context, taken, [userId]);
}
