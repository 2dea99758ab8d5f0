import { notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import { isSameId } from "../../database/uuid";
import type { Context } from "../../endpoint/route";

/**
 * Moves a status before another one, or to the end, and renumbers all of them, since several may have the same number.
 * @throws {RequestError} 404 when one of them does not exist
 */
export async function move(
  { db }: Pick<Context, "db">,
  statusId: string,
  before: string | null,
): Promise<null> {
  // Concurrent moves wait here, and then read the new order.
  await db.execute(sql`select from attachment_status where archived_on is null
    order by attachment_status_id for no key update`);
  const { rows } = await db.execute<{
    id: string;
  }>(sql`select attachment_status_id as id from attachment_status
    where archived_on is null order by sort_order, attachment_status_id`);
  const ids = rows.map(({ id }) => id);
  const others = ids.filter((id) => !isSameId(id, statusId));
  if (others.length === ids.length) throw notFound();
  const place = before === null ? others.length : others.findIndex((id) => isSameId(id, before));
  if (place < 0) throw notFound();
  const ordered = others.toSpliced(place, 0, statusId);
  const places = ordered.map((id, index) => sql`(${id}::uuid, ${index + 1}::int)`);
  await db.execute(sql`update attachment_status s set sort_order = p.place
    from (values ${sql.join(places, ", ")}) as p (id, place)
    where s.attachment_status_id = p.id and s.sort_order <> p.place`);
  return null;
}
