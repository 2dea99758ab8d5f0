import type { ListView } from "../../../lib/contract/list-views";
import { notFound } from "../../core/errors";
import { type SQL, sql } from "../../database/sql";
import type { Context, SignedInUser } from "../../endpoint/route";
import { mayShareViews, seenLists } from "../../members/policies";

/**
 * The user's own views, and views shared with their roles or everyone. Users who may share see the views of every role.
 */
function seenBy(user: SignedInUser): SQL {
  const held = sql`exists (select from roles r where r.role_id = v.role_id and r.archived_on is null
    and (${mayShareViews(user)} or exists (
      select from user_roles u where u.role_id = r.role_id and u.user_id = app_actor())))`;
  return sql`(v.owner_id = app_actor() or v.audience = 'everyone' or (v.audience = 'role' and ${held}))`;
}

/** The arrangement of views saved before columns could be arranged. */
const unarranged = sql`'{"order": [], "pinned": [], "widths": {}}'::jsonb`;

export async function views({ db, user }: Context, where: SQL, lock = sql``): Promise<ListView[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select v.list_view_id as "listViewId", v.list, v.view_name as "viewName", v.audience, v.role_id as "roleId",
      v.query, ${unarranged} || v.layout as layout, v.density, v.created_by_name as "createdBy", v.version,
      (v.audience = 'mine' or ${mayShareViews(user)}) as "mayEdit"
    from list_views v where ${seenBy(user)} and ${JSON.stringify(seenLists(user))}::jsonb ? v.list and ${where}
    order by v.audience = 'everyone', v.audience = 'role', fold(v.view_name), v.list_view_id ${lock}`);
  return rows as unknown as ListView[];
}

/** @throws {RequestError} 404 */
export async function view(context: Context, listViewId: string): Promise<ListView> {
  const [found] = await views(context, sql`v.list_view_id = ${listViewId}`);
  if (!found) throw notFound();
  return found;
}

export function viewsOfList(context: Context, list: string): Promise<ListView[]> {
  return views(context, sql`v.list = ${list}`);
}
