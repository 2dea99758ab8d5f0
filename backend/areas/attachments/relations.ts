import { type SQL, sql } from "drizzle-orm";
import type { RelationType } from "../../../lib/contract/attachments";
import { roleRecords } from "../../../lib/contract/roles";
import { idArray } from "../../access/memberships";
import type { Database } from "../../database/transaction";
import { countDistinct, distinctIds } from "../../database/uuid";
import { forbidden, invalid, notFound } from "../../http/errors";
import type { Context } from "../../http/route";
import { snakeCase } from "../../records/columns";
import { attachmentTable } from "./table";

const records = { roles: roleRecords } as const satisfies Record<RelationType, object>;

interface Relation {
  type: RelationType;
  id: string;
  parameter: string;
}

/** @throws {RequestError} 403 for who may not edit records of that area */
function refuseUnlessEditor({ user }: Context, type: RelationType): void {
  const { view } = records[type].permissions;
  if (!user.permissions.has(view) || !user.permissions.has(`${view}_EditAction`)) throw forbidden();
}

/** @throws {RequestError} 400 on `id` for a record that there is not */
async function refuseUnknown(db: Database, { type, id }: Relation): Promise<void> {
  const [recordId] = distinctIds([id]);
  const { area, record } = records[type];
  const { rows } = await db.execute(sql`
    select from ${sql.identifier(snakeCase(area))}
    where ${sql.identifier(`${snakeCase(record)}_id`)} = ${recordId ?? null}::uuid and archived_on is null`);
  if (rows.length === 0) throw invalid([{ propertyName: "id", rule: "unknown" }]);
}

export async function relate(context: Context, attachmentId: string, relation: Relation): Promise<null> {
  refuseUnlessEditor(context, relation.type);
  await attachmentTable.get(context.db, attachmentId);
  await refuseUnknown(context.db, relation);
  const { type, id, parameter } = relation;
  await context.db.execute(sql`
    insert into attachment_relations (attachment_id, type, record_id, parameter)
    values (${attachmentId}, ${type}, ${id}, ${parameter}) on conflict do nothing`);
  return null;
}

/** @throws {RequestError} 404 when one of them is not the attachment's */
export async function unrelate(
  context: Context,
  attachmentId: string,
  relationIds: readonly string[],
): Promise<null> {
  const { rows } = await context.db.execute<{ type: RelationType }>(sql`
    delete from attachment_relations
    where attachment_id = ${attachmentId} and attachment_relation_id = any(${idArray(distinctIds(relationIds))})
    returning type`);
  if (rows.length !== countDistinct(relationIds)) throw notFound();
  for (const { type } of rows) refuseUnlessEditor(context, type);
  return null;
}

/** A condition on attachments `r`: a record refers to them. */
export function referredToBy(type: RelationType, recordId: string): SQL {
  const [id] = distinctIds([recordId]);
  return sql`exists (select from attachment_relations x where x.attachment_id = r.attachment_id
    and x.type = ${type} and x.record_id = ${id ?? null}::uuid)`;
}
