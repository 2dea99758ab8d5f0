import type { ImportDetail, ImportRow } from "../../../lib/contract/imports";
import { offsetOf } from "../../../lib/contract/paging";
import type { ImportOutcome } from "../../../lib/validation/import-files";
import { notFound } from "../../core/errors";
import { type SQL, sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import type { Context } from "../../endpoint/route";
import { instantOf } from "../../lists/list";
import { fieldsFor, labelOf } from "./fields";
import type { ImportField, ImportTarget } from "./targets";

export interface ImportColumn {
  heading: string;
  samples: string[];
  field: string | null;
}

type Counts = ImportDetail["run"];

/** A stored import, as far as processing needs it. */
export interface StoredImport extends Record<string, unknown> {
  importId: string;
  area: string;
  columns: ImportColumn[];
  rowCount: number;
  isRead: boolean;
  dryRunTo: number;
  runTo: number;
  undoTo: number | null;
  dryRun: Counts;
  run: Counts;
  undo: ImportDetail["undo"];
  isAllOrNothing: boolean | null;
}

const none: Counts = { rows: 0, created: 0, changed: 0, unchanged: 0, faulty: 0 };
const noneUndone: ImportDetail["undo"] = { rows: 0, undone: 0, kept: 0 };

const stored = sql`i.import_id as "importId", i.area, i.file_name as "fileName", i.encoding, i.separator, i.warnings, i.columns,
  i.sheet, i.sheets, i.heading_row as "headingRow", i.first_rows as "firstRows", i.trimmed_count as "trimmedCount", i.row_count as "rowCount", i.is_read as "isRead", i.dry_run_to as "dryRunTo", i.run_to as "runTo", i.undo_to as "undoTo", i.dry_run as "dryRun", i.run,
  i.undo, i.is_all_or_nothing as "isAllOrNothing", i.created_on as "createdOn"`;

function whole<T extends StoredImport>(row: T): T {
  return {
    ...row,
    dryRun: { ...none, ...row.dryRun },
    run: { ...none, ...row.run },
    undo: { ...noneUndone, ...row.undo },
  };
}

/** The user's own import. @throws {RequestError} 404 */
export async function storedImport({ db }: Context, importId: string, lock = sql``): Promise<StoredImport> {
  const { rows } = await db.execute<StoredImport>(
    sql`select ${stored} from imports i where i.import_id = ${importId} ${lock}`,
  );
  if (!rows[0]) throw notFound();
  return whole(rows[0]);
}

/**
 * The same once its file has been read completely, locked until the transaction ends. Disables generic plans: tables
 * grow during the import, and a plan for few rows would scan many.
 * @throws {RequestError} 404
 */
export async function lockImport(context: Context, importId: string): Promise<StoredImport> {
  await context.db.execute(sql`set local plan_cache_mode = force_custom_plan`);
  const locked = await storedImport(context, importId, sql`for update`);
  if (!locked.isRead) throw notFound();
  return locked;
}

/** In the contract's form. @throws {RequestError} 404 */
export async function detailOf(
  context: Context,
  target: ImportTarget,
  importId: string,
): Promise<ImportDetail> {
  const row = await storedImport(context, importId);
  return answerOf(context, target, { row, known: await fieldsFor(context, target) });
}

function answerOf(
  { language }: Context,
  target: ImportTarget,
  { row, known }: { row: StoredImport; known: readonly ImportField[] },
): ImportDetail {
  const fields = known.map((field) => ({
    name: field.name,
    label: labelOf(target, field, language),
    isRequired: field.isRequired,
  }));
  return { ...(row as unknown as ImportDetail), fields, createdOn: instantOf(row.createdOn) };
}

/** The user's imports into areas that changed something, newest first. */
export async function latestImports(
  context: Context,
  targets: readonly ImportTarget[],
): Promise<ImportDetail[]> {
  const areas = new Map(targets.map((target) => [target.area, target]));
  const { rows } = await context.db.execute<StoredImport>(sql`
    select ${stored} from imports i
    where i.area = any(string_to_array(${[...areas.keys()].join(",")}, ',')) and i.is_read and i.run_to > 0
    order by i.created_on desc, i.import_id limit 20`);
  const known = new Map<string, readonly ImportField[]>();
  const answers: ImportDetail[] = [];
  for (const row of rows) {
    const target = areas.get(row.area);
    if (!target) continue;
    const fields = known.get(row.area) ?? (await fieldsFor(context, target));
    known.set(row.area, fields);
    answers.push(answerOf(context, target, { row: whole(row), known: fields }));
  }
  return answers;
}

/** The field of each column; undefined for ignored columns. */
export async function fieldsOfImport(
  context: Pick<Context, "db" | "user">,
  target: ImportTarget,
  { columns }: Pick<StoredImport, "columns">,
): Promise<(ImportField | undefined)[]> {
  const fields = await fieldsFor(context, target);
  return columns.map(({ field }) => fields.find(({ name }) => name === field));
}

interface RowQuery {
  outcome?: ImportOutcome;
  page: number;
  pageLimit: number;
}

/** A page of the processed rows. */
export async function importRows(
  { db }: Context,
  importId: string,
  { outcome, ...paging }: RowQuery,
): Promise<{ list: ImportRow[]; totalCount: number }> {
  const where = sql`import_id = ${importId} and ${outcome ? sql`outcome = ${outcome}` : sql`outcome is not null`}`;
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from import_rows where ${where}`,
  );
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select row_number as "rowNumber", outcome, fields, shown as values, error, record_id as "recordId", is_undone as "isUndone",
      (select left(case jsonb_typeof(cell) when 'object' then coalesce(cell ->> 'shown', nullif(cell ->> 'at', ''), cell ->> 'fault') else cell #>> '{}' end, 200)
        from jsonb_array_elements(cells) with ordinality as all_cells (cell, place)
        where cell not in ('null', '""') order by place limit 1) as text
    from import_rows where ${where} order by row_number limit ${paging.pageLimit} offset ${offsetOf(paging)}`);
  const list = rows.map((row) => ({ ...row, text: row.text ?? "" }) as unknown as ImportRow);
  return { list, totalCount: counted[0]?.count ?? 0 };
}

/** Marks rows of the same record as an earlier one: with the same id or the same unique name. */
export async function markTwins(
  db: Database,
  importId: string,
  fields: readonly (ImportField | undefined)[],
): Promise<void> {
  for (const [index, field] of fields.entries()) {
    if (!field || field.attribute || !(field.column === undefined || field.column.traits.unique)) continue;
    const held = sql`cells -> ${index}::int`;
    const cell = sql`lower(btrim(case jsonb_typeof(${held}) when 'object' then coalesce(${held} ->> 'shown', ${held} ->> 'at')
      else ${held} #>> '{}' end))`;
    const { rows } = await db.execute<{ row: number; twin: number }>(sql`
      select row_number as row, first as twin from (
        select row_number, min(row_number) over (partition by ${cell}) as first from import_rows
        where import_id = ${importId} and ${cell} <> ''
      ) as same
      where first < row_number order by row_number`);
    for (let from = 0; from < rows.length; from += 1_000)
      await updateRows(db, importId, rows.slice(from, from + 1_000), sql`twin = (noted ->> 'twin')::int`);
  }
}

/**
 * Updates rows from `noted`. The row numbers are in order, so that PostgreSQL, without statistics of new rows, reads
 * only these.
 */
export async function updateRows(
  db: Database,
  importId: string,
  noted: readonly { row: number }[],
  set: SQL,
): Promise<void> {
  const numbers = noted.map(({ row }) => row);
  if (numbers.length === 0) return;
  await db.execute(sql`
    update import_rows set ${set} from jsonb_array_elements(${JSON.stringify(noted)}::text::jsonb) as noted
    where import_id = ${importId} and row_number = (noted ->> 'row')::int
      and row_number between ${Math.min(...numbers)} and ${Math.max(...numbers)}`);
}
