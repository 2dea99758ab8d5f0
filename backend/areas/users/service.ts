import type * as z from "zod";
import type { apiKeyCreate } from "../../../lib/contract/api-keys";
import type { setPassword, UserDetail, userCreate, userEdit, Withheld } from "../../../lib/contract/users";
import {
  accountBelongsHere,
  accountIsElsewhere,
  createAccount,
  isUserNameTaken,
  setAccountPassword,
} from "../../access/accounts";
import { holdsAllOf, mayDoEverything, refuseUnlessHoldingAllOf } from "../../access/grants";
import {
  giveRoles,
  idArray,
  rolesToHold,
  rolesToTake,
  takeAllRoles,
  takeRoles,
} from "../../access/memberships";
import { createApiKey } from "../../api-keys/api-keys";
import { refuseTaken } from "../../database/taken";
import { countDistinct, distinctIds } from "../../database/uuid";
import { changedAvatar } from "../../files/avatars";
import { forbidden, invalid, notFound, stale } from "../../http/errors";
import { hashPassword } from "../../http/password";
import type { Context } from "../../http/route";
import { notifyHolders, notifyOfGivenRoles, notifyUser } from "../../notifications/notify";
import { archiveUsers, findUser, insertUser, lockUser, lockUsers, updateUser } from "./queries";

const nameTaken = () => invalid([{ propertyName: "userName", rule: "taken" }]);

/**
 * Whether the caller may change what an account is to everybody. In the host that takes an administrator when other
 * tenants know the account: permissions of the host permit nothing there.
 */
async function mayChangeAccount({ db, user }: Context, userId: string): Promise<boolean> {
  if (!(await accountBelongsHere(db, userId))) return false;
  return mayDoEverything(user) || !(await accountIsElsewhere(db, userId));
}

/** @throws {RequestError} 404 */
export async function detailOf({ db }: Context, userId: string): Promise<UserDetail> {
  const user = await findUser(db, userId);
  if (!user) throw notFound();
  return user;
}

/** As {@link detailOf}, with what the caller is refused about the account. @throws {RequestError} 404 */
export async function shownDetail(context: Context, userId: string): Promise<UserDetail> {
  const { db, user } = context;
  const detail = await detailOf(context, userId);
  if (!user.permissions.has("UserView_EditAction") && !user.permissions.has("UserView_CreateApiKey"))
    return detail;
  const withheld: Withheld[] = [];
  if (!(await holdsAllOf(db, user, userId)))
    withheld.push("identityOfStronger", "passwordOfStronger", "apiKeyOfStronger");
  if (!(await mayChangeAccount(context, userId))) withheld.push("foreignUserName", "foreignAccount");
  return { ...detail, withheld };
}

/** @throws {RequestError} 400 on userName or roleIds, 403 when a role permits what the caller may not do */
export async function create({ db, user }: Context, given: z.output<typeof userCreate>): Promise<string> {
  const { userName, password, roleIds, firstName = "", lastName = "", email = "" } = given;
  const roles = await rolesToHold(db, roleIds);
  // Asked before the costly hash; the account's unique index decides in the end.
  if (await isUserNameTaken(db, userName)) throw nameTaken();
  const userId = await createAccount(db, userName, await hashPassword(password));
  if (!userId) throw nameTaken();
  await insertUser(db, userId, { userName, firstName, lastName, email });
  await giveRoles(db, user, [userId], roles);
  return userId;
}

/**
 * @throws {RequestError} 404, 409 with the stored user, 400 on userName, 403 for a name shared with other tenants, or for what
 * somebody signs in by who may do more than the caller
 */
export async function save(
  context: Context,
  userId: string,
  given: z.output<typeof userEdit>,
): Promise<UserDetail> {
  const { db } = context;
  const stored = await lockUser(db, userId);
  if (!stored) throw notFound();
  if (given.version !== undefined && given.version !== stored.version)
    throw stale(await shownDetail(context, userId));
  // Who comes in as that user is decided by them: people sign in by the name, and a provider's person is recognised by either,
  // also where a provider takes the place of passwords later.
  const isOtherPerson = given.userName !== stored.userName || given.email !== stored.email;
  if (isOtherPerson) await refuseUnlessHoldingAllOf(db, context.user, userId, "identityOfStronger");
  if (given.userName !== stored.userName && !(await mayChangeAccount(context, userId)))
    throw forbidden("foreignUserName");
  const avatar = await changedAvatar(context, stored.avatar, given);
  await refuseTaken("accounts_user_name_key", "userName", updateUser(db, userId, { ...given, avatar }));
  if (given.userName !== stored.userName) await notifyUser(db, userId, "userNameChanged");
  return shownDetail(context, userId);
}

/** @throws {RequestError} 404, 403 for an account of other tenants or of somebody who may do more than the caller */
export async function changePassword(
  context: Context,
  userId: string,
  { password }: z.output<typeof setPassword>,
): Promise<null> {
  const { db, user } = context;
  if (!(await lockUser(db, userId))) throw notFound();
  await refuseUnlessHoldingAllOf(db, user, userId, "passwordOfStronger");
  if (!(await mayChangeAccount(context, userId))) throw forbidden("foreignAccount");
  await setAccountPassword(db, userId, await hashPassword(password));
  await notifyUser(db, userId, "passwordSet");
  return null;
}

/**
 * Whoever has the key can do what its user may, so nobody makes one for somebody who may do more than they.
 * @throws {RequestError} 404, 403 `apiKeyOfStronger`, and as {@link createApiKey} does
 */
export async function makeApiKey(
  context: Context,
  userId: string,
  given: z.output<typeof apiKeyCreate>,
): Promise<string> {
  const { db, user } = context;
  if (!(await lockUser(db, userId))) throw notFound();
  await refuseUnlessHoldingAllOf(db, user, userId, "apiKeyOfStronger");
  return createApiKey(context, userId, given);
}

/** All or none. @throws {RequestError} 404 when one does not exist, 409 for the last administrator */
export async function remove({ db }: Context, userIds: readonly string[]): Promise<null> {
  const ids = idArray(distinctIds(userIds));
  const found = await lockUsers(db, ids);
  if (found.length !== countDistinct(userIds)) throw notFound();
  await takeAllRoles(db, found);
  await archiveUsers(db, ids);
  return null;
}

/** @throws {RequestError} 404, 400 on roleIds, 403 when a role permits what the caller may not do */
export async function addRoles(
  { db, user }: Context,
  userId: string,
  roleIds: readonly string[],
): Promise<null> {
  if (!(await lockUser(db, userId))) throw notFound();
  await notifyOfGivenRoles(db, await giveRoles(db, user, [userId], await rolesToHold(db, roleIds)));
  return null;
}

/** @throws {RequestError} 404, 400 on roleIds, 409 for the last administrator */
export async function removeRoles(
  { db }: Context,
  userId: string,
  roleIds: readonly string[],
): Promise<null> {
  if (!(await lockUser(db, userId))) throw notFound();
  const taken = await rolesToTake(db, roleIds);
  await notifyHolders(db, "roleTaken", taken, [userId]);
  await takeRoles(db, taken, [userId]);
  return null;
}
