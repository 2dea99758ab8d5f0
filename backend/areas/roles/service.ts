import type * as z from "zod";
import type { PermissionNode, permissionSave, roleRecords } from "../../../lib/contract/roles";
import { restoreRoleHolders } from "../../access/ended-memberships";
import { forbidden, stale } from "../../core/errors";
import { defer, dropDeferred, runDeferredWork } from "../../deferred/deferred-work";
import type { Context } from "../../endpoint/route";
import { permissionsOf } from "../../members/grants";
import { hasManyHolders, holdersAtOnce, holdersInRequest, holdersOf, takeRole } from "../../members/holders";
import { giveRoles, rolesToHold, takeRoles, usersToHold } from "../../members/memberships";
import { refuseRolesOfProvider, refuseUnlessHeld, refuseUnlessHoldingAllOf } from "../../members/policies";
import { notifyHolders, notifyOfGivenRoles } from "../../notifications/notify";
import type { RecordRules } from "../../records/handlers";
import { roleTable } from "../../records/role-table";
import { grantedNames, permissionTree } from "./permissions";
import { grantOf, updatePermissions } from "./queries";

function refuseBuiltIn({ isBuiltIn }: { isBuiltIn: boolean }): void {
  if (isBuiltIn) throw forbidden("builtInRole");
}

/** Rules particular to roles (US-03). */
export const rules: RecordRules<typeof roleRecords> = {
  /** The administrator role is immutable. */
  mayEdit: refuseBuiltIn,
  /** A default role is offered for every new user, so making one default requires its permissions. */
  async check({ db, user }, { isDefault }, stored) {
    if (!stored || stored.isDefault || !isDefault) return;
    refuseUnlessHeld(user, permissionsOf(await grantOf(db, stored.roleId)));
  },
  /** The roles have no effect from then on; many holders are notified and removed afterwards. */
  async beforeRemoval(context, roles) {
    const { db } = context;
    for (const role of roles) refuseBuiltIn(role);
    for (const { roleId } of roles)
      await forHolders(context, "roleDeleted", roleId, async (holders) => {
        await notifyHolders(db, "roleDeleted", [roleId], holders);
        await takeRole(db, roleId, holders);
      });
  },
  /** A restored role regains its permissions, so restoring it requires all of them. */
  async beforeRestoring({ db, user }, roles) {
    for (const { roleId } of roles)
      refuseUnlessHeld(user, permissionsOf(await grantOf(db, roleId, "deleted")));
  },
  /** Restores its holders; very many of them after the request. */
  async afterRestoring(context, roles) {
    for (const { roleId } of roles) await restoreHolders(context, roleId);
  },
};

/** @throws {RequestError} 404 */
export async function permissions({ db, user }: Context, roleId: string): Promise<PermissionNode[]> {
  const role = await grantOf(db, roleId);
  return permissionTree(user.offered, new Set(permissionsOf(role)), role.version);
}

/**
 * @param version of the edited tree; without one, concurrent changes are overwritten
 * @throws {RequestError} 404, 400 on an unknown permission, 403 for the administrator role or permissions that the
 * caller lacks, 409 with the stored tree
 */
export async function savePermissions(
  context: Context,
  roleId: string,
  given: z.output<typeof permissionSave>,
  version?: number,
): Promise<null> {
  const { db, user } = context;
  for (const role of await roleTable.lock(db, [roleId])) refuseBuiltIn(role);
  const stored = await grantOf(db, roleId);
  if (version !== undefined && version !== stored.version) throw stale(await permissions(context, roleId));
  // Names not offered here, or from another version, are absent from the tree and thus from the list: they stay
  // (FM-10).
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

/**
 * Creates a role with another role's permissions, as far as this tenant offers them. It is not a default role and has
 * no users.
 * @throws {RequestError} 404, 400 on a name that another role has, 403 for permissions that the caller lacks
 */
export async function clone({ db, user }: Context, roleId: string, roleName: string): Promise<string> {
  const offered: ReadonlySet<string> = user.offered;
  const names = permissionsOf(await grantOf(db, roleId)).filter((name) => offered.has(name));
  refuseUnlessHeld(user, names);
  const cloneId = await roleTable.insert(db, { roleName, isDefault: false });
  await updatePermissions(db, cloneId, names);
  return cloneId;
}

/** Handles the holders of a role in batches: at once, or after the request if there are many. */
async function forHolders(
  context: Context,
  event: "roleDeleted" | "permissionsChanged",
  roleId: string,
  work: (holders: readonly string[]) => Promise<void>,
): Promise<void> {
  const { db } = context;
  if (!(await hasManyHolders(db, roleId))) {
    for await (const holders of holdersOf(db, roleId)) await work(holders);
    return;
  }
  await leave(context, event, roleId);
}

async function restoreHolders(context: Context, roleId: string): Promise<void> {
  const { db } = context;
  await dropDeferred(db, "roleDeleted", roleId);
  let last: string | undefined;
  for (let given = 0; given < holdersInRequest; given += holdersAtOnce) {
    last = await restoreRoleHolders(db, roleId, last);
    if (last === undefined) return;
  }
  await leave(context, "roleRestored", roleId, last);
}

/** Continues in the background. On failure or interruption the next free server continues a minute later. */
async function leave(
  { db, connection, afterCommit }: Context,
  ...[event, roleId, doneTo]: [Parameters<typeof defer>[1], string, string?]
): Promise<void> {
  await defer(db, event, roleId, doneTo);
  afterCommit(async () => {
    runDeferredWork(connection).catch(() => {});
  });
}

/** @throws {RequestError} 404, 400 on userIds, 403 when the role has permissions that the caller lacks */
export async function addUsers(
  { db, user }: Context,
  roleId: string,
  userIds: readonly string[],
): Promise<null> {
  await roleTable.get(db, roleId);
  // Users before roles, as everywhere, to avoid deadlocks.
  const held = await usersToHold(db, userIds);
  await notifyOfGivenRoles(db, await giveRoles(db, user, held, await rolesToHold(db, [roleId])));
  return null;
}

/**
 * @throws {RequestError} 404, 400 on userIds, 403 when one has more rights than the caller and as
 * {@link refuseRolesOfProvider} does, 409 for the last administrator
 */
export async function removeUsers(
  context: Context,
  roleId: string,
  userIds: readonly string[],
): Promise<null> {
  const { db, user } = context;
  await roleTable.get(db, roleId);
  const holders = await usersToHold(db, userIds);
  await refuseUnlessHoldingAllOf(db, user, holders, "rolesOfStronger");
  await refuseRolesOfProvider(context, [roleId], holders);
  await notifyHolders(db, "roleTaken", [roleId], holders);
  await takeRoles(context, [roleId], holders);
  return null;
}
