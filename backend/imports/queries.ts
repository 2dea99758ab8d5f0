import { type SQL, sql } from "drizzle-orm";
import type { ImportDetail, ImportRow } from "../../lib/contract/imports";
import { offsetOf } from "../../lib/contract/paging";
import type { ImportOutcome } from "../../lib/validation/import-files";
import { instantOf } from "../database/list";
import type { Database } from "../database/transaction";
import { notFound } from "../http/errors";
import type { Context } from "../http/route";
import { type ImportField, type ImportTarget, labelOf } from "./targets";

export interface ImportColumn {
  heading: string;
  samples: string[];
  field: string | null;
}

type Counts = ImportDetail["run"];

/** An import as it is stored, as far as work goes on with it. */
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
  i.row_count as "rowCount", i.is_read as "isRead", i.dry_run_to as "dryRunTo", i.run_to as "runTo", i.undo_to as "undoTo", i.dry_run as "dryRun", i.run,
  i.undo, i.is_all_or_nothing as "isAllOrNothing", i.created_on as "createdOn"`;

function whole<T extends StoredImport>(row: T): T {
  return {
    ...row,
    dryRun: { ...none, ...row.dryRun },
    run: { ...none, ...row.run },
    undo: { ...noneUndone, ...row.undo },
  };
}

/** One's own import. @throws {RequestError} 404 */
export async function storedImport({ db }: Context, importId: string, lock = sql``): Promise<StoredImport> {
  const { rows } = await db.execute<StoredImport>(
    sql`select ${stored} from imports i where i.import_id = ${importId} ${lock}`,
  );
  if (!rows[0]) throw notFound();
  return whole(rows[0]);
}

/**
 * The same once its file is read to its end, kept from everybody else until the transaction ends. Statements are planned anew each time: tables grow by what is
 * imported, and a plan that was made for few rows reads all of many.
 * @throws {RequestError} 404
 */
export async function lockImport(context: Context, importId: string): Promise<StoredImport> {
  await context.db.execute(sql`set local plan_cache_mode = force_custom_plan`);
  const locked = await storedImport(context, importId, sql`for update`);
  if (!locked.isRead) throw notFound();
  return locked;
}

/** As the contract has it. @throws {RequestError} 404 */
export async function detailOf(
  context: Context,
  target: ImportTarget,
  importId: string,
): Promise<ImportDetail> {
  return answerOf(context, target, await storedImport(context, importId));
}

function answerOf({ language }: Context, target: ImportTarget, row: StoredImport): ImportDetail {
  const fields = target.fields.map(({ name, isRequired }) => ({
    name,
    label: labelOf(target, name, language),
    isRequired,
  }));
  return { ...(row as unknown as ImportDetail), fields, createdOn: instantOf(row.createdOn) };
}

/** One's imports into areas that changed something, the newest first. */
export async function latestImports(
  context: Context,
  targets: readonly ImportTarget[],
): Promise<ImportDetail[]> {
  const areas = new Map(targets.map((target) => [target.area, target]));
  const { rows } = await context.db.execute<StoredImport>(sql`
    select ${stored} from imports i
    where i.area = any(string_to_array(${[...areas.keys()].join(",")}, ',')) and i.is_read and i.run_to > 0
    order by i.created_on desc, i.import_id limit 20`);
  return rows.flatMap((row) => {
    const target = areas.get(row.area);
    return target ? [answerOf(context, target, whole(row))] : [];
  });
}

/** What each column fills; undefined for nothing. */
export function fieldsOfImport(
  target: ImportTarget,
  { columns }: Pick<StoredImport, "columns">,
): (ImportField | undefined)[] {
  return columns.map(({ field }) => target.fields.find(({ name }) => name === field));
}

interface RowQuery {
  outcome?: ImportOutcome;
  page: number;
  pageLimit: number;
}

/** A page of the rows that had their turn. */
export async function rowsOf(
  { db }: Context,
  importId: string,
  { outcome, ...paging }: RowQuery,
): Promise<{ list: ImportRow[]; totalCount: number }> {
  const where = sql`import_id = ${importId} and ${outcome ? sql`outcome = ${outcome}` : sql`outcome is not null`}`;
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from import_rows where ${where}`,
  );
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select row_number as "rowNumber", outcome, fields, error, record_id as "recordId", is_undone as "isUndone",
      (select left(case jsonb_typeof(cell) when 'object' then coalesce(cell ->> 'at', cell ->> 'fault') else cell #>> '{}' end, 200)
        from jsonb_array_elements(cells) with ordinality as all_cells (cell, place)
        where cell not in ('null', '""') order by place limit 1) as text
    from import_rows where ${where} order by row_number limit ${paging.pageLimit} offset ${offsetOf(paging)}`);
  const list = rows.map((row) => ({ ...row, text: row.text ?? "" }) as unknown as ImportRow);
  return { list, totalCount: counted[0]?.count ?? 0 };
}

/**
 * Notes rows that are of the same record as one before them: by the id that they name, or by a name that no two share.
 */
export async function noteTwins(
  db: Database,
  importId: string,
  fields: readonly (ImportField | undefined)[],
): Promise<void> {
  for (const [index, field] of fields.entries()) {
    if (!field || !(field.column === undefined || field.column.traits.unique)) continue;
    const cell = sql`lower(btrim(cells ->> ${index}::int))`;
    const { rows } = await db.execute<{ row: number; twin: number }>(sql`
      select row_number as row, first as twin from (
        select row_number, min(row_number) over (partition by ${cell}) as first from import_rows
        where import_id = ${importId} and ${cell} <> ''
      ) as same
      where first < row_number order by row_number`);
    for (let from = 0; from < rows.length; from += 1_000)
      await noteOnRows(db, importId, rows.slice(from, from + 1_000), sql`twin = (noted ->> 'twin')::int`);
  }
}

/**
 * Notes something on rows, of which `noted` has what is to be noted. Their numbers stand in order, so that PostgreSQL, which knows
 * nothing yet of rows that have just come, looks at these alone.
 */
export async function noteOnRows(
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
