import { type SQL, sql } from "drizzle-orm";
import type { PermissionName } from "../../lib/contract/permissions";

interface SentInvitation {
  tenantId: SQL;
  /** The id of the user who gives the roles. */
  giver: SQL;
  /** An array of role ids. */
  roleIds: SQL;
}

/** Permissions needed to invite. */
const inviting = ["UserView", "UserView_InviteAction"] as const satisfies readonly PermissionName[];

/**
 * SQL condition: whether the inviter could send the invitation now. Requires an active user who may invite and has every
 * permission of the roles, as when inviting (PM-05).
 * @param offered the tenant's available permissions; others are ignored
 */
export function mayStillInvite(
  { tenantId, giver, roleIds }: SentInvitation,
  offered: ReadonlySet<PermissionName>,
): SQL {
  const asArray = (names: Iterable<string>) => sql`string_to_array(${[...names].join(",")}, ',')`;
  return sql`exists (
    select from users g, lateral (
      select coalesce(bool_or(r.is_built_in), false) as everything,
        coalesce(array_agg(distinct name) filter (where name is not null), '{}') as names
      from user_roles h join roles r using (tenant_id, role_id) left join lateral unnest(r.permissions) as name on true
      where h.tenant_id = g.tenant_id and h.user_id = g.user_id and r.archived_on is null
    ) held
    where g.tenant_id = ${tenantId} and g.user_id = ${giver} and g.archived_on is null and (
      held.everything or held.names @> ${asArray(inviting)} and not exists (
        select from roles r, unnest(case when r.is_built_in then ${asArray(offered)} else r.permissions end) as name
        where r.tenant_id = g.tenant_id and r.role_id = any(${roleIds}) and r.archived_on is null
          and name = any(${asArray(offered)}) and name <> all (held.names))))`;
}
