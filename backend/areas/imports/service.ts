import type { ImportDetail } from "../../../lib/contract/imports";
import { conflict, invalid } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Context } from "../../endpoint/route";
import { fieldsFor } from "./fields";
import { detailOf, fieldsOfImport, lockImport, markTwins } from "./queries";
import type { ImportTarget } from "./targets";

/** @throws {RequestError} 404, 400 on unknown or repeated fields, 409 once it runs */
export async function saveColumns(
  context: Context,
  target: ImportTarget,
  importId: string,
  given: readonly (string | null)[],
): Promise<ImportDetail> {
  const { db } = context;
  const stored = await lockImport(context, importId);
  if (stored.runTo > 0) throw conflict("importBegun");
  const fields = await fieldsFor(context, target);
  const known = new Set(fields.map(({ name }) => name));
  given.forEach((field, index) => {
    const isRepeated = field !== null && given.indexOf(field) !== index;
    if (field !== null && (!known.has(field) || isRepeated))
      throw invalid([{ propertyName: `fields.${index}`, rule: isRepeated ? "taken" : "unknown" }]);
  });
  const columns = stored.columns.map((column, index) => ({ ...column, field: given[index] ?? null }));
  await db.execute(sql`
    update import_rows set twin = null, outcome = null, fields = '[]', shown = '[]', error = null, record_id = null
    where import_id = ${importId} and (outcome is not null or twin is not null)`);
  await markTwins(db, importId, await fieldsOfImport(context, target, { columns }));
  await db.execute(sql`update imports set columns = ${JSON.stringify(columns)}::text::jsonb, dry_run_to = 0, dry_run = '{}'
    where import_id = ${importId}`);
  return detailOf(context, target, importId);
}
