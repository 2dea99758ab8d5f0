import type { UserBulk } from "../../../lib/contract/users";
import type { Context } from "../../endpoint/route";
import { saveEach } from "../../records/savepoint";
import { addRoles, removeRoles } from "./roles";
import { suspend } from "./suspension";

/**
 * Adds and removes roles of several users, and suspends or reactivates them, each separately.
 * @returns the result for each, with the values that undo it
 */
export async function bulkSave(context: Context, userIds: readonly string[], values: UserBulk) {
  const { roleIds = [], removedRoleIds = [], ...suspension } = values;
  const undo = new Map<string, UserBulk>();
  const { results } = await saveEach(context, userIds, async (each, userId) => {
    const given = roleIds.length > 0 ? await addRoles(each, userId, roleIds) : [];
    const taken = removedRoleIds.length > 0 ? await removeRoles(each, userId, removedRoleIds) : [];
    const earlier = await suspend(each, userId, suspension);
    if (given.length + taken.length === 0 && !earlier) return;
    undo.set(userId, {
      ...earlier,
      ...(taken.length > 0 && { roleIds: taken }),
      ...(given.length > 0 && { removedRoleIds: given }),
    });
  });
  return {
    results: results.map((result) =>
      result.isSaved ? { ...result, undo: undo.get(result.recordId.toLowerCase()) } : result,
    ),
  };
}
