import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { ColumnKind, ExportColumns, exportColumn } from "../../lib/contract/export";
import type { FileResponse } from "../../lib/contract/file";
import { conditionsOf } from "../database/list";
import { orderBy } from "../database/list-rows";
import type { ListQuery, ListSource } from "../database/list-source";
import { plannedAnew } from "../database/statement-client";
import type { Connection, Database } from "../database/transaction";
import type { Context } from "../http/route";
import { exportedColumns } from "./columns";
import { type ExportName, exportTexts } from "./texts";
import type { Row } from "./xlsx/column";
import { workbookType, writeWorkbook } from "./xlsx/workbook";

interface Exported<SortBy extends string, ListRow, FilterBy extends string> {
  /** Names the file and the sheet. */
  name: ExportName;
  source: ListSource<SortBy, ListRow, FilterBy>;
  /** As the contract offers them. */
  columns: ExportColumns;
}

type Asked<SortBy extends string, FilterBy extends string> = Omit<
  ListQuery<SortBy, FilterBy>,
  "page" | "pageLimit"
>;

interface ExportBody<SortBy extends string, FilterBy extends string> extends Asked<SortBy, FilterBy> {
  columns: z.output<ReturnType<typeof exportColumn>>[];
}

/** The handler of an area's export: what its list finds, as a workbook that is written while rows are read (TL-03). */
export function exportHandler<SortBy extends string, ListRow, FilterBy extends string>({
  name,
  source,
  columns: offered,
}: Exported<SortBy, ListRow, FilterBy>) {
  return async ({
    body,
    context,
  }: {
    body: ExportBody<SortBy, FilterBy>;
    context: Context;
  }): Promise<FileResponse> => {
    const { connection, db, language, timeZone = "UTC" } = context;
    const texts = exportTexts(language, name);
    const columns = exportedColumns(body.columns, offered, language);
    const statement = statementOf(source, body, columns, context.timeZone);
    const { batches, isDetached } = await openCursor(connection, db, statement);
    const plan = { name: texts.sheetName, columns, timeZone, yes: texts.yes, no: texts.no };
    return {
      fileName: `${texts.fileName}-${today(timeZone)}.xlsx`,
      mediaType: workbookType,
      content: writeWorkbook(plan, rowsOf(batches, columns.length)),
      isDetached,
    };
  };
}

async function* rowsOf(batches: AsyncIterable<readonly Raw[]>, columns: number): AsyncGenerator<Row[]> {
  const names = Array.from({ length: columns }, (_, index) => `c${index}`);
  for await (const batch of batches) yield batch.map((row) => names.map((name) => row[name]) as Row);
}

/** `2026-03-01`, on the clock of the zone. */
function today(timeZone: string): string {
  return new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }).format(new Date());
}

type Raw = Record<string, unknown>;
type Name = ReturnType<typeof sql.identifier>;
type Fetch = (statement: SQL) => Promise<Raw[]>;

/** Rows of a statement, some at a time. Whoever stops early lets go of them by ending the iteration. */
interface Rows {
  batches: AsyncIterable<readonly Raw[]>;
  /** The rows were set aside and outlive the transaction. */
  isDetached: boolean;
}

/** Few enough that one batch is read in some milliseconds, many enough that the way there and back does not count. */
const batchSize = 1_000;

/**
 * Opens a cursor on a statement, which then is seen as it is now whatever others change meanwhile.
 * PostgreSQL reads it in the running transaction, in memory that does not grow. The embedded database has a single
 * connection, which must not wait for somebody's download: there the rows are set aside when the transaction ends.
 */
async function openCursor(connection: Connection, db: Database, statement: SQL): Promise<Rows> {
  const isDetached = connection.kind === "pglite";
  const name = sql.identifier(`rows_${randomUUID()}`);
  await db.execute(
    sql`declare ${name} no scroll cursor ${isDetached ? sql`with hold` : sql`without hold`} for ${statement}`,
  );
  const inTransaction: Fetch = async (query) => (await db.execute<Raw>(query)).rows;
  const later: Fetch = (query) =>
    connection.transaction("hub_app", async (own) => (await own.execute<Raw>(query)).rows);
  return { batches: batchesOf(name, isDetached ? later : inTransaction, isDetached), isDetached };
}

async function* batchesOf(name: Name, run: Fetch, mustClose: boolean) {
  const fetch = () => {
    const rows = run(sql`fetch ${sql.raw(String(batchSize))} from ${name}`);
    // Awaited below, unless the iteration is ended before.
    rows.catch(() => {});
    return rows;
  };
  try {
    // The database reads the next batch while this one is worked on.
    let next = fetch();
    for (;;) {
      const rows = await next;
      if (rows.length === 0) return;
      next = fetch();
      yield rows;
    }
  } finally {
    if (mustClose) await run(sql`close ${name}`);
  }
}

/** A field of a list's rows; of moments milliseconds since 1970 are read, of days `YYYY-MM-DD`. */
interface Field {
  field: string;
  kind: ColumnKind;
}

/** The statement of all rows that a list's query finds, in its order; the fields are named `c0`, `c1` and so on. */
function statementOf<SortBy extends string, ListRow, FilterBy extends string>(
  source: ListSource<SortBy, ListRow, FilterBy>,
  query: Asked<SortBy, FilterBy>,
  fields: readonly Field[],
  timeZone?: string,
): SQL {
  const { by, nullable, rows } = source.sorts[query.sortBy];
  const { columns, join, isInRows } = source.detail;
  const { where, id, search } = source;
  const conditions = conditionsOf(source, query, timeZone);
  const isSearch = conditions.length > 0;
  const found = sql`
    select ${id} as id, ${by} as key from ${isSearch ? search.rows : (rows ?? source.rows)}
    where ${sql.join([where, ...conditions], sql` and `)}`;
  const listed =
    isInRows && !isSearch
      ? sql`select ${id} as page_id, ${by} as page_key, ${columns} from ${source.rows} where ${where}`
      : sql`
        with page as ${isSearch ? sql`materialized` : sql``} (${found})
        select page.id as page_id, page.key as page_key, ${columns} from page join ${join}`;
  return sql`
    ${plannedAnew} select ${sql.join(fields.map(read), sql`, `)} from (${listed}) as listed
    order by ${orderBy(sql`page_key`, sql`page_id`, query.sortDir === "desc", nullable)}`;
}

function read({ field, kind }: Field, index: number): SQL {
  const value = sql.identifier(field);
  const isMoment = kind === "date" || kind === "dateTime" || kind === "time";
  const read = isMoment
    ? sql`date_part('epoch', ${value}) * 1000`
    : kind === "day"
      ? sql`to_char(${value}, 'YYYY-MM-DD')`
      : value;
  return sql`${read} as ${sql.identifier(`c${index}`)}`;
}
