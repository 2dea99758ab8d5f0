import type * as z from "zod";
import type { listViewCreate, listViewEdit } from "../../../lib/contract/list-views";
import { conflict, forbidden, invalid, notFound, stale } from "../../core/errors";
import { sql } from "../../database/sql";
import { refuseDuplicate } from "../../database/unique-violation";
import { countDistinct, distinctIds } from "../../database/uuid";
import type { Context } from "../../endpoint/route";
import { idArray } from "../../members/memberships";
import { mayShareViews, refuseUnseenList } from "../../members/policies";
import { view, views } from "./queries";

const named = <T>(work: Promise<T>) => refuseDuplicate("list_views_view_name_key", "viewName", work);

/** Limits beyond practical use: per list, and in total. */
const limits = { ofList: 100, ofAll: 2_000 };

/**
 * @throws {RequestError} 400 on list, viewName or roleId, 403 for a list that the caller may not see, and for sharing
 * without permission, 409 for too many
 */
export async function create(context: Context, given: z.output<typeof listViewCreate>): Promise<string> {
  const { db, user } = context;
  const { list, viewName, audience, query, layout, density } = given;
  refuseUnseenList(user, list);
  if (audience !== "mine" && !mayShareViews(user)) throw forbidden();
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
export async function save(context: Context, listViewId: string, given: z.output<typeof listViewEdit>) {
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
export async function remove(context: Context, listViewIds: readonly string[]): Promise<null> {
  const ids = idArray(distinctIds(listViewIds));
  const found = await views(context, sql`v.list_view_id = any(${ids})`);
  if (found.length !== countDistinct(listViewIds)) throw notFound();
  if (found.some(({ mayEdit }) => !mayEdit)) throw forbidden();
  await context.db.execute(sql`delete from list_views where list_view_id = any(${ids})`);
  return null;
}
