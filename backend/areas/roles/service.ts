import type * as z from "zod";
import type {
  PermissionNode,
  permissionSave,
  RoleDetail,
  roleCreate,
  roleEdit,
} from "../../../lib/contract/roles";
import { permissionsOf, refuseUnlessHeld, refuseUnlessHoldingAllOf } from "../../access/grants";
import { hasManyHolders, holdersOf, takeRole } from "../../access/holders";
import { giveRoles, idArray, rolesToHold, takeRoles, usersToHold } from "../../access/memberships";
import { refuseTaken } from "../../database/taken";
import type { Database } from "../../database/transaction";
import { countDistinct, distinctIds } from "../../database/uuid";
import { defer, doDeferredWork } from "../../deferred/deferred-work";
import { forbidden, notFound, stale } from "../../http/errors";
import type { Context } from "../../http/route";
import { notifyHolders, notifyOfGivenRoles } from "../../notifications/notify";
import { grantedNames, permissionTree } from "./permissions";
import {
  archiveRoles,
  findGrant,
  findRole,
  insertRole,
  lockRoles,
  updatePermissions,
  updateRole,
} from "./queries";

const nameIndex = "roles_role_name_key";

/** @throws {RequestError} 404 */
export async function detailOf({ db }: Context, roleId: string): Promise<RoleDetail> {
  const role = await findRole(db, roleId);
  if (!role) throw notFound();
  return role;
}

/** @throws {RequestError} 404, 403 for the administrator role, which nobody changes */
async function lockEditable(db: Database, roleId: string) {
  const [stored] = await lockRoles(db, idArray([roleId]));
  if (!stored) throw notFound();
  if (stored.isBuiltIn) throw forbidden("builtInRole");
  return stored;
}

/** @throws {RequestError} 400 on a roleName that a living role has, in any case */
export function create({ db }: Context, given: z.output<typeof roleCreate>): Promise<string> {
  return refuseTaken(nameIndex, "roleName", insertRole(db, given));
}

/**
 * A role that becomes a default one is offered for every new user, so only those offer it who may do what it permits.
 * @throws {RequestError} 404, 403 for the administrator role or what the caller lacks, 409 with the stored role, 400 on roleName
 */
export async function save(
  context: Context,
  roleId: string,
  given: z.output<typeof roleEdit>,
): Promise<RoleDetail> {
  const { db, user } = context;
  const stored = await lockEditable(db, roleId);
  if (given.version !== undefined && given.version !== stored.version)
    throw stale(await detailOf(context, roleId));
  const { roleName, isDefault = stored.isDefault } = given;
  if (isDefault && !stored.isDefault) refuseUnlessHeld(user, permissionsOf(stored));
  await refuseTaken(nameIndex, "roleName", updateRole(db, roleId, { roleName, isDefault }));
  return detailOf(context, roleId);
}

/**
 * All or none. From that moment on the roles permit nothing; where they have many holders, these are told and rid of them
 * afterwards.
 * @throws {RequestError} 404 when one does not exist, 403 for the administrator role
 */
export async function remove(context: Context, roleIds: readonly string[]): Promise<null> {
  const { db } = context;
  const ids = distinctIds(roleIds).sort();
  const found = await lockRoles(db, idArray(ids));
  if (found.length !== countDistinct(roleIds)) throw notFound();
  if (found.some((role) => role.isBuiltIn)) throw forbidden("builtInRole");
  for (const roleId of ids)
    await forHolders(context, "roleDeleted", roleId, async (holders) => {
      await notifyHolders(db, "roleDeleted", [roleId], holders);
      await takeRole(db, roleId, holders);
    });
  await archiveRoles(db, idArray(ids));
  return null;
}

/** @throws {RequestError} 404 */
export async function permissions({ db, user }: Context, roleId: string): Promise<PermissionNode[]> {
  const role = await findGrant(db, roleId);
  if (!role) throw notFound();
  return permissionTree(user.offered, new Set(permissionsOf(role)), role.version);
}

/**
 * @param version what the tree that was edited said; without one nobody is told of what others saved meanwhile
 * @throws {RequestError} 404, 400 on an unknown permission, 403 for the administrator role or what the caller lacks, 409 with
 * the stored tree
 */
export async function savePermissions(
  context: Context,
  roleId: string,
  given: z.output<typeof permissionSave>,
  version?: number,
): Promise<null> {
  const { db, user } = context;
  const stored = await lockEditable(db, roleId);
  if (version !== undefined && version !== stored.permissionsVersion)
    throw stale(await permissions(context, roleId));
  // Names that are not offered here, or by another version, are not in the tree and so not in the list: they stay (FM-10).
  const unseen = stored.permissions.filter((name) => !(user.offered as ReadonlySet<string>).has(name));
  const names = [...grantedNames(user.offered, given), ...unseen];
  refuseUnlessHeld(
    user,
    names.filter((name) => !stored.permissions.includes(name)),
  );
  await updatePermissions(db, roleId, names);
  const isSame =
    names.length === stored.permissions.length && names.every((name) => stored.permissions.includes(name));
  if (isSame) return null;
  await forHolders(context, "permissionsChanged", roleId, (holders) =>
    notifyHolders(db, "permissionsChanged", [roleId], holders),
  );
  return null;
}

/** Deals with the holders of a role, some thousands at a time: at once, or after the request where there are many. */
async function forHolders(
  { db, connection, afterCommit }: Context,
  event: "roleDeleted" | "permissionsChanged",
  roleId: string,
  work: (holders: readonly string[]) => Promise<void>,
): Promise<void> {
  if (!(await hasManyHolders(db, roleId))) {
    for await (const holders of holdersOf(db, roleId)) await work(holders);
    return;
  }
  await defer(db, event, roleId);
  // Nobody waits for it. What fails, or is interrupted, is done a minute later, by whatever server comes first.
  afterCommit(async () => {
    doDeferredWork(connection).catch(() => {});
  });
}

/** @throws {RequestError} 404, 400 on userIds, 403 when the role permits what the caller may not do */
export async function addUsers(
  { db, user }: Context,
  roleId: string,
  userIds: readonly string[],
): Promise<null> {
  if (!(await findRole(db, roleId))) throw notFound();
  // Users before roles, as everywhere, so that two calls never wait for each other.
  const held = await usersToHold(db, userIds);
  await notifyOfGivenRoles(db, await giveRoles(db, user, held, await rolesToHold(db, [roleId])));
  return null;
}

/** @throws {RequestError} 404, 400 on userIds, 403 when one may do more than the caller, 409 for the last administrator */
export async function removeUsers(
  { db, user }: Context,
  roleId: string,
  userIds: readonly string[],
): Promise<null> {
  if (!(await findRole(db, roleId))) throw notFound();
  const holders = await usersToHold(db, userIds);
  await refuseUnlessHoldingAllOf(db, user, holders, "rolesOfStronger");
  await notifyHolders(db, "roleTaken", [roleId], holders);
  await takeRoles(db, [roleId], holders);
  return null;
}
