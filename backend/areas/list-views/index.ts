import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { contract } from "../../../lib/contract";
import type { ListView, listViewCreate, listViewEdit } from "../../../lib/contract/list-views";
import { refuseUnseenList, seenLists } from "../../access/seen-lists";
import { conflict, forbidden, invalid, notFound, stale } from "../../core/errors";
import { refuseDuplicate } from "../../database/unique-violation";
import { countDistinct, distinctIds } from "../../database/uuid";
import { type Context, implement, type SignedInUser } from "../../endpoint/route";
import { idArray } from "../../members/memberships";

/**
 * The user's own views, and views shared with their roles or everyone. Users who may share see the views of every role.
 */
function seenBy(user: SignedInUser): SQL {
  const held = sql`exists (select from roles r where r.role_id = v.role_id and r.archived_on is null
    and (${mayShare(user)} or exists (
      select from user_roles u where u.role_id = r.role_id and u.user_id = app_actor())))`;
  return sql`(v.owner_id = app_actor() or v.audience = 'everyone' or (v.audience = 'role' and ${held}))`;
}

const mayShare = ({ permissions }: SignedInUser) =>
  permissions.has("RoleView") && permissions.has("RoleView_EditAction");

/** The arrangement of views saved before columns could be arranged. */
const unarranged = sql`'{"order": [], "pinned": [], "widths": {}}'::jsonb`;

async function views({ db, user }: Context, where: SQL, lock = sql``): Promise<ListView[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select v.list_view_id as "listViewId", v.list, v.view_name as "viewName", v.audience, v.role_id as "roleId",
      v.query, ${unarranged} || v.layout as layout, v.density, v.created_by_name as "createdBy", v.version,
      (v.audience = 'mine' or ${mayShare(user)}) as "mayEdit"
    from list_views v where ${seenBy(user)} and ${JSON.stringify(seenLists(user))}::jsonb ? v.list and ${where}
    order by v.audience = 'everyone', v.audience = 'role', fold(v.view_name), v.list_view_id ${lock}`);
  return rows as unknown as ListView[];
}

/** @throws {RequestError} 404 */
async function view(context: Context, listViewId: string): Promise<ListView> {
  const [found] = await views(context, sql`v.list_view_id = ${listViewId}`);
  if (!found) throw notFound();
  return found;
}

const named = <T>(work: Promise<T>) => refuseDuplicate("list_views_view_name_key", "viewName", work);

/** Limits beyond practical use: per list, and in total. */
const limits = { ofList: 100, ofAll: 2_000 };

/**
 * @throws {RequestError} 400 on list, viewName or roleId, 403 for a list that the caller may not see, and for sharing
 * without permission, 409 for too many
 */
async function create(context: Context, given: z.output<typeof listViewCreate>): Promise<string> {
  const { db, user } = context;
  const { list, viewName, audience, query, layout, density } = given;
  refuseUnseenList(user, list);
  if (audience !== "mine" && !mayShare(user)) throw forbidden();
  const [roleId] = distinctIds(given.roleId ? [given.roleId] : []);
  if (audience === "role" || given.roleId) {
    const { rows } = await db.execute(
      sql`select from roles where role_id = ${roleId ?? null}::uuid and archived_on is null for key share`,
    );
    if (rows.length === 0)
      throw invalid([{ propertyName: "roleId", rule: given.roleId ? "unknown" : "required" }]);
  }
  const { rows: counted } = await db.execute<{ ofList: number; ofAll: number }>(sql`
    select (count(*) filter (where list = ${list}))::int as "ofList", count(*)::int as "ofAll"
    from list_views where owner_id = app_actor()`);
  for (const among of ["ofList", "ofAll"] as const)
    if ((counted[0]?.[among] ?? 0) >= limits[among])
      throw conflict("tooManyListViews", { max: limits[among] });
  const { rows } = await named(
    db.execute<{ id: string }>(sql`
      insert into list_views (list, view_name, audience, role_id, query, layout, density)
      values (${list}, ${viewName}, ${audience},
        ${audience === "role" ? (roleId ?? null) : null}, ${query}, ${JSON.stringify(layout)}, ${density})
      returning list_view_id as id`),
  );
  return (rows[0] as { id: string }).id;
}

/**
 * @throws {RequestError} 404, 403 for a shared one without permission to share, 409 with the stored one, 400 on
 * viewName
 */
async function save(context: Context, listViewId: string, given: z.output<typeof listViewEdit>) {
  const { db } = context;
  const [stored] = await views(context, sql`v.list_view_id = ${listViewId}`, sql`for no key update of v`);
  if (!stored) throw notFound();
  if (!stored.mayEdit) throw forbidden();
  if (given.version !== undefined && given.version !== stored.version) throw stale(stored);
  const { viewName, query, layout, density } = { ...stored, ...given };
  await named(
    db.execute(sql`update list_views set view_name = ${viewName}, query = ${query},
      layout = ${JSON.stringify(layout)}, density = ${density} where list_view_id = ${listViewId}`),
  );
  return view(context, listViewId);
}

/** All or none. @throws {RequestError} 404, 403 for shared ones without permission to share */
async function remove(context: Context, listViewIds: readonly string[]): Promise<null> {
  const ids = idArray(distinctIds(listViewIds));
  const found = await views(context, sql`v.list_view_id = any(${ids})`);
  if (found.length !== countDistinct(listViewIds)) throw notFound();
  if (found.some(({ mayEdit }) => !mayEdit)) throw forbidden();
  await context.db.execute(sql`delete from list_views where list_view_id = any(${ids})`);
  return null;
}

export const routes = implement(contract["list-views"], {
  list: ({ query, context }) => {
    refuseUnseenList(context.user, query.list);
    return views(context, sql`v.list = ${query.list}`);
  },
  detail: ({ params, context }) => view(context, params.listViewId),
  create: ({ body, context }) => create(context, body),
  save: ({ params, body, context }) => save(context, params.listViewId, body),
  remove: ({ query, context }) => remove(context, query.listViewIds),
});
