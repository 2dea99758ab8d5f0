import { sql } from "../../database/sql";
import { idArray } from "../../members/memberships";
import type { RestorablePart, RestoreApart } from "../../records/restore-state";
import { addUsers, removeUsers, savePermissions } from "./service";

const keys = (entries: readonly { key: string }[]) => entries.map(({ key }) => key);
const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label);

/** The users who hold a role. */
export const usersPart: RestorablePart = {
  name: "users",
  change: "RoleUser",
  key: "userId",
  label: "displayName",
  seenWith: ["RoleView_UserSection"],
  async restore(context, roleId, { given, taken }) {
    const { db, user } = context;
    const { rows } = await db.execute<{ userId: string }>(sql`
      select user_id as "userId" from users where user_id = any(${idArray(keys(given))}) and archived_on is null`);
    const living = new Set(rows.map(({ userId }) => userId));
    const mayAdd = user.permissions.has("RoleView_UserSection_AddAction");
    const mayRemove = user.permissions.has("RoleView_UserSection_DeleteAction");
    const back = given.filter(({ key }) => mayAdd && living.has(key));
    if (back.length > 0) await addUsers(context, roleId, keys(back));
    if (taken.length > 0 && mayRemove) await removeUsers(context, roleId, keys(taken));
    return [...labels(given.filter((entry) => !back.includes(entry))), ...(mayRemove ? [] : labels(taken))];
  },
};

/** A role's earlier permissions, limited to the tenant's and the caller's. */
export const restorePermissions: RestoreApart = async (context, roleId, then) => {
  if (!context.user.permissions.has("RoleView_PermissionSection")) return false;
  const offered: ReadonlySet<string> = context.user.offered;
  const names = (then as readonly string[]).filter((name) => offered.has(name));
  await savePermissions(
    context,
    roleId,
    names.map((permissionId) => ({ permissionId, permissionValue: true })),
  );
  return true;
};
