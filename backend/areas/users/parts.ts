import { allPermissions } from "../../../lib/contract";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { type Grant, permissionsOf } from "../../members/grants";
import { idArray } from "../../members/memberships";
import type { RestorablePart } from "../../records/restore-state";
import { addRoles, removeRoles } from "./roles";

/** A user's roles, and their earlier permissions. */
export const rolesPart: RestorablePart = {
  name: "roles",
  change: "UserRole",
  key: "roleId",
  label: "roleName",
  seenWith: ["UserView_RoleSection"],
  async shown(db, change, entries) {
    return {
      permissions: await permissionsAt(
        db,
        change.id,
        entries.map(({ key }) => key),
      ),
    };
  },
  async restore(context, userId, { given, taken }) {
    const { rows } = await context.db.execute<{ roleId: string }>(sql`
      select role_id as "roleId" from roles
      where role_id = any(${idArray(given.map(({ key }) => key))}) and archived_on is null`);
    const living = rows.map(({ roleId }) => roleId);
    if (living.length > 0) await addRoles(context, userId, living);
    if (taken.length > 0)
      await removeRoles(
        context,
        userId,
        taken.map(({ key }) => key),
      );
    return given.filter(({ key }) => !living.includes(key)).map(({ label }) => label);
  },
};

/** The combined permissions of roles after a change, from the roles' own histories. */
async function permissionsAt(db: Database, historyId: string, roleIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<Grant & Record<string, unknown>>(sql`
    select r.is_built_in as "isBuiltIn", coalesce((
      select array(select jsonb_array_elements_text(h.current -> 'permissions')) from history h, history asked
      where asked.history_id = ${historyId} and h.collection = 'roles' and h.record_id = r.role_id
        and h.type in ('RoleCreated', 'RolePermissionsChanged') and h.current ? 'permissions'
        and (h.changed_on, h.history_id) <= (asked.changed_on, asked.history_id)
      order by h.changed_on desc, h.history_id desc limit 1), '{}') as permissions
    from roles r where r.role_id = any(${idArray(roleIds)})`);
  const granted = new Set(rows.flatMap(permissionsOf));
  return allPermissions.filter((name) => granted.has(name));
}
