import { conflict } from "../../core/errors";
import { sql } from "../../database/sql";
import { type Database, inTenant } from "../../database/transaction";
import type { SlowContext } from "../../endpoint/route";
import type { ReceivedFile } from "../../http/uploads";
import { fieldsFor, headingMatcher } from "./fields";
import { detached, type FileRow, textOfCell } from "./file/cell";
import { type FileTable, openTable, type TableChoice } from "./file/table";
import { fieldsOfImport, type ImportColumn, markTwins } from "./queries";
import type { ImportTarget } from "./targets";

/** Truncated texts may end with half a surrogate pair, which PostgreSQL cannot store. */
const storable = (_: string, value: unknown) =>
  typeof value === "string"
    ? value.replaceAll("\u0000", "\ufffd").replace(/\p{Surrogate}/gu, "\ufffd")
    : value;

/** Limits of a batch. */
const atOnce = { rows: 1_000, characters: 4_000_000 };
const maxSamples = 3;

interface Given extends TableChoice {
  /** Of the import. */
  id: string;
  file: ReceivedFile;
}

/**
 * Reads a file and stores its rows in batches, each in a separate transaction; they become visible once complete.
 * @throws {RequestError} 400 as {@link openTable} does, 409 for an id that another user has
 */
export async function keepRows(
  context: SlowContext,
  target: ImportTarget,
  { id: importId, file, ...choice }: Given,
): Promise<void> {
  const { connection, tenant, user, language, inTurn } = context;
  const within: Within = (work) => inTurn(() => inTenant(connection, tenant.tenantId, user, work));
  const { known, fields } = await within(async (db) => {
    const { rows } = await db.execute<{ isRead: boolean }>(
      sql`select is_read as "isRead" from imports where import_id = ${importId}`,
    );
    return { known: rows[0], fields: await fieldsFor({ db, user }, target) };
  });
  if (known?.isRead) return;
  const matched = headingMatcher(target, fields, language);
  const countKnown = (headings: readonly string[]) => matched(headings).filter(Boolean).length;
  const table = await openTable(context.files, file, choice, { language, known: countKnown });
  try {
    // Removes remains of an interrupted attempt.
    if (known) await forget(within, importId);
    const isNew = await within(async (db) => {
      const { rows } = await db.execute(sql`
        insert into imports (import_id, area, file_name, encoding, separator, sheet, sheets, heading_row, first_rows)
        values (${importId}, ${target.area}, ${file.name.slice(0, 255)}, ${table.encoding}, ${table.separator}, ${stored(table.sheet)},
          ${json(table.sheets)}, ${table.headingRow}, ${json(table.firstRows)})
        on conflict do nothing returning 1`);
      return rows.length > 0;
    });
    if (!isNew) throw conflict("concurrent");
    const { samples, count } = await keepAll(within, importId, table);
    const headings = samples.map((_, index) => table.headings[index] ?? "");
    const found = matched(headings);
    const columns = headings.map((heading, index) => ({
      heading: heading.slice(0, 200),
      samples: samples[index] ?? [],
      field: found[index] ?? null,
    }));
    await within(async (db) => {
      await leaveForeignIds(db, importId, target, columns);
      await markTwins(db, importId, await fieldsOfImport({ db, user }, target, { columns }));
      const { trimmed, warnings } = table.facts();
      await db.execute(sql`update imports set columns = ${json(columns)}, row_count = ${count}, is_read = true,
        trimmed_count = ${trimmed}, warnings = ${json(warnings)} where import_id = ${importId}`);
    });
  } catch (error) {
    await forget(within, importId);
    throw error;
  } finally {
    await table.close();
  }
}

const json = (value: unknown) => sql`${JSON.stringify(value, storable)}::text::jsonb`;
const stored = (text: string) => storable("", text) as string;

type Within = <T>(work: (db: Database) => Promise<T>) => Promise<T>;

const forget = (within: Within, importId: string) =>
  within((db) => db.execute(sql`delete from imports where import_id = ${importId} and not is_read`));

/** @returns the number of rows, and the first non-empty values of each column */
async function keepAll(within: Within, importId: string, { headings, rows: all, isText }: FileTable) {
  const samples: string[][] = headings.map(() => []);
  let count = 0;
  let batch: string[] = [];
  let characters = 0;
  const keep = async () => {
    const rows = `[${batch.join(",")}]`;
    batch = [];
    characters = 0;
    await within((db) =>
      db.execute(sql`insert into import_rows (import_id, row_number, cells)
        select ${importId}, (kept ->> 0)::int, kept -> 1 from jsonb_array_elements(${rows}::text::jsonb) as kept`),
    );
  };
  for await (const rows of all)
    for (const { rowNumber, cells } of rows) {
      count += 1;
      const kept = JSON.stringify([rowNumber, cells], storable);
      batch.push(kept);
      characters += kept.length;
      // Sheets may have columns without headings; in a text, extra cells indicate a missing separator or quotation mark.
      while (!isText && samples.length < cells.length) samples.push([]);
      sample(samples, cells);
      if (batch.length >= atOnce.rows || characters >= atOnce.characters) await keep();
    }
  if (batch.length > 0) await keep();
  return { samples, count };
}

function sample(samples: string[][], cells: FileRow["cells"]): void {
  for (const [index, known] of samples.entries()) {
    if (known.length >= maxSamples) continue;
    const text = textOfCell(cells[index]);
    if (text !== "") known.push(detached(text.slice(0, 100)));
  }
}

const uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";

/** Leaves a column with another program's ids unassigned, even if its heading matches ours. */
async function leaveForeignIds(
  db: Database,
  importId: string,
  { table }: ImportTarget,
  columns: ImportColumn[],
): Promise<void> {
  for (const [index, column] of columns.entries()) {
    if (column.field !== table.idName) continue;
    const cell = sql`lower(cells ->> ${index}::int)`;
    const { rows } = await db.execute<{ isOurs: boolean }>(sql`
      select exists (select from ${table.from} r where r.archived_on is null and ${table.id} in (
        select (${cell})::uuid from import_rows where import_id = ${importId} and ${cell} ~ ${uuid})) as "isOurs"`);
    if (!rows[0]?.isOurs) column.field = null;
  }
}
