import type * as z from "zod";
import type { PermissionName } from "../../../lib/contract/permissions";
import {
  type Denied,
  type UserDetail,
  type userCreate,
  type userEdit,
  type userRecords,
  userSettings,
} from "../../../lib/contract/users";
import { sendDueNotices } from "../../access/account-notice";
import { addMemberships, rolesEndedFor } from "../../access/ended-memberships";
import { mergeNames } from "../../access/kept-names";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { preferencesOf } from "../../access/preferences";
import { changedAvatar } from "../../attachments/avatars";
import { conflict, forbidden, invalid, notFound, stale } from "../../core/errors";
import { sql } from "../../database/sql";
import { refuseDuplicate } from "../../database/unique-violation";
import type { Context } from "../../endpoint/route";
import { createAccounts, isUserNameTaken, userNameIndex } from "../../members/accounts";
import { permissionsOf } from "../../members/grants";
import { giveRoles, idArray, rolesToHold, takeAllRoles } from "../../members/memberships";
import {
  hasAllPermissionsOf,
  isHeld,
  mayChangeAccount,
  refuseUnlessHeld,
  refuseUnlessHoldingAllOf,
} from "../../members/policies";
import { notifyUser } from "../../notifications/notify";
import type { RecordRules } from "../../records/handlers";
import { findUser, insertUsers, lockUser } from "./queries";
import { checkSuspension, suspensionOf, updateUser } from "./suspension";

const nameTaken = () => invalid([{ propertyName: "userName", rule: "taken" }]);

/**
 * A user with the sections that the caller may see, and the actions denied to the caller.
 * @throws {RequestError} 404
 */
export async function shownDetail(context: Context, userId: string): Promise<UserDetail> {
  const { db, user } = context;
  const may = (name: PermissionName) => user.permissions.has(name);
  const { roles, ...rest } = await findUser(db, userId);
  const detail: UserDetail = { ...rest };
  if (may("UserView_RoleSection")) detail.roles = roles;
  if (may("UserView_SettingSection")) detail.settings = userSettings.parse(await preferencesOf(db, userId));
  const mayEdit = may("UserView_EditAction") || may("UserView_CreateApiKey");
  if (!mayEdit && !may("UserView_DeleteAction")) return detail;
  const denied: Denied[] = [];
  if (!(await hasAllPermissionsOf(db, user, [userId]))) {
    if (mayEdit) denied.push("identityOfStronger", "passwordOfStronger", "apiKeyOfStronger");
    if (may("UserView_EditAction"))
      denied.push(
        "viewingOfStronger",
        "suspensionOfStronger",
        "secondFactorOfStronger",
        "sessionsOfStronger",
      );
    if (may("UserView_DeleteAction")) denied.push("deletionOfStronger");
    if (may("UserView_EditAction") && may("UserView_RoleSection")) denied.push("rolesOfStronger");
  }
  if (!rest.isActive && may("UserView_EditAction")) denied.push("viewingOfSuspended");
  if (!(await mayChangeAccount(context, userId)))
    denied.push("foreignUserName", "foreignAccount", "foreignSecondFactor");
  return { ...detail, denied };
}

type NewUser = z.output<typeof userCreate>;

/**
 * Runs before the costly hash; the account's unique index has the last word.
 * @returns the roles for the new user
 * @throws {RequestError} 400 on userName, roleIds or a missing password, 403 when a role has permissions that the caller
 * lacks, and for a password where a provider replaces them
 */
export async function checkCreate(
  context: Context,
  { userName, password, roleIds }: Pick<NewUser, "userName" | "password" | "roleIds">,
) {
  const { db, user, config } = context;
  if (password !== undefined) refuseWithoutPasswords(context);
  else if (config.authMode === "basic") throw invalid([{ propertyName: "password", rule: "required" }]);
  const roles = await rolesToHold(db, roleIds);
  for (const role of roles) refuseUnlessHeld(user, permissionsOf(role));
  if (await isUserNameTaken(db, userName)) throw nameTaken();
  return roles;
}

type Person = Omit<NewUser, "password" | "roleIds">;

/** @throws {RequestError} as {@link checkCreate} does */
export async function create(context: Context, given: NewUser, passwordHash: string | null = null) {
  const roles = await checkCreate(context, given);
  const [userId = ""] = await createAll(context, [given], { roles, passwordHash });
  return userId;
}

/** All or none, with the same roles and password. @throws {RequestError} 400 on userName, suspendedUntil */
async function createAll(
  context: Context,
  given: readonly Person[],
  { roles, passwordHash }: { roles: Awaited<ReturnType<typeof rolesToHold>>; passwordHash: string | null },
): Promise<string[]> {
  const { db, user } = context;
  const names = given.map(({ userName }) => userName);
  const userIds = (await createAccounts(db, names, passwordHash)).filter((id) => id !== null);
  if (userIds.length < given.length) throw nameTaken();
  const users = given.map(({ userName, firstName = "", lastName = "", email = "", ...rest }, index) => {
    const { isActive = true, suspendedUntil = null } = suspensionOf(context, rest) ?? {};
    const userId = userIds[index] ?? "";
    return { userId, userName, firstName, lastName, email, isActive, suspendedUntil };
  });
  await refuseDuplicate(userNameIndex, "userName", insertUsers(db, users));
  await giveRoles(db, user, userIds, roles);
  return userIds;
}

/**
 * Imported users have no password until one is set, and get the default roles (US-02) that the caller can give. All or
 * none.
 * @throws {RequestError} 400 on userName
 */
export async function createImported(context: Context, given: readonly Person[]): Promise<string[]> {
  const { db, user } = context;
  const { rows } = await db.execute<{ roleId: string }>(
    sql`select role_id as "roleId" from roles where is_default and archived_on is null`,
  );
  const held = await rolesToHold(
    db,
    rows.map(({ roleId }) => roleId),
  );
  const roles = held.filter((role) => isHeld(user, permissionsOf(role)));
  return createAll(context, given, { roles, passwordHash: null });
}

type Edit = z.output<typeof userEdit>;

/**
 * @returns the stored row, locked, and its new values except the picture
 * @throws {RequestError} 404, 409 with the stored user, 400 as {@link mergeNames} does, 403 for a name shared with other
 * tenants, for changing the sign-in of a user with more rights, and as {@link checkSuspension} does
 */
export async function checkSave(context: Context, userId: string, given: Edit) {
  const { db } = context;
  const stored = await lockUser(db, userId);
  if (!stored) throw notFound();
  if (given.version !== undefined && given.version !== stored.version)
    throw stale(await shownDetail(context, userId));
  // These decide who can sign in as the user: people sign in by name, and a provider's person is recognized by either,
  // also if a provider replaces passwords later.
  const { userName, email = stored.email } = given;
  const names = mergeNames(stored, given);
  const isOtherPerson = userName !== stored.userName || email !== stored.email;
  if (isOtherPerson) {
    await refuseUnlessHoldingAllOf(db, context.user, [userId], "identityOfStronger");
    // A link to set the password goes to that address.
    await context.requireConfirmed();
  }
  if (userName !== stored.userName && !(await mayChangeAccount(context, userId)))
    throw forbidden("foreignUserName");
  const suspension = await checkSuspension(context, stored, given);
  return { stored, changes: { userName, email, ...names, ...suspension } };
}

/** @throws {RequestError} as {@link checkSave} and {@link updateUser} do, and 400 on userName */
export async function save(
  context: Context,
  userId: string,
  given: Edit,
  storedAvatar?: string,
): Promise<UserDetail> {
  const { db } = context;
  const { stored, changes } = await checkSave(context, userId, given);
  const avatar = changedAvatar(context, stored.avatar, given, storedAvatar);
  await updateUser(context, stored, { ...changes, avatar });
  if (changes.userName !== stored.userName || changes.email !== stored.email)
    context.afterCommit(async () => void sendDueNotices(context).catch(() => undefined));
  if (changes.userName !== stored.userName) await notifyUser(db, userId, "userNameChanged");
  return shownDetail(context, userId);
}

/** Rules particular to users (US-01). */
export const rules: RecordRules<typeof userRecords> = {
  /** @throws {RequestError} 403 when one has more rights than the caller, 409 for the last administrator */
  async beforeRemoval(context, users) {
    const ids = users.map(({ userId }) => userId);
    await refuseUnlessHoldingAllOf(context.db, context.user, ids, "deletionOfStronger");
    await takeAllRoles(context, ids);
  },
  /** Refuses accounts with a password set by others since. @throws {RequestError} 409 `accountChangedSince` */
  async beforeRestoring({ db }, users) {
    const ids = users.map(({ userId }) => userId);
    const { rows } = await db.execute(sql`select from users
      where user_id = any(${idArray(ids)}) and account_changed_since(user_id, archived_on)`);
    if (rows.length > 0) throw conflict("accountChangedSince");
  },
  /** @throws {RequestError} 409 `restoredInPart` for roles that the caller cannot give, unless `isProceed` */
  async afterRestoring({ db, user }, users, { isProceed }) {
    const ids = users.map(({ userId }) => userId);
    const ended = await rolesEndedFor(db, ids);
    const given = ended.filter((role) => isHeld(user, permissionsOf(role)));
    const lost = new Set(ended.filter((role) => !given.includes(role)).map(({ roleName }) => roleName));
    if (lost.size > 0 && !isProceed) throw conflict("restoredInPart", { names: [...lost].join(", ") });
    const roleIds = given.map(({ roleId }) => roleId);
    await rolesToHold(db, roleIds);
    await addMemberships(db, given);
  },
};
