import { randomUUID } from "node:crypto";
import type * as z from "zod";
import type { exportColumn } from "../../lib/contract/export";
import type { ExportColumnKind, ExportColumns } from "../../lib/contract/export-columns";
import type { FileResponse } from "../../lib/contract/file";
import type { Language } from "../../lib/preferences/preferences";
import { attributesAmong } from "../attributes/list-columns";
import { type SQL, sql } from "../database/sql";
import type { Context } from "../endpoint/route";
import { withAddedColumns } from "../lists/added-columns";
import { listFacts } from "../lists/list";
import type { ListQuery, ListSource } from "../lists/list-source";
import { statementOf } from "./statement";
import { type ExportName, exportTexts } from "./texts";
import type { Row, SheetColumn } from "./xlsx/column";
import { workbookType, writeWorkbook } from "./xlsx/workbook";

interface Exported<SortBy extends string, ListRow, FilterBy extends string> {
  /** Names the file and the sheet. */
  name: ExportName;
  source: ListSource<SortBy, ListRow, FilterBy>;
  /** As the contract offers them. */
  columns: ExportColumns;
}

interface ExportBody<SortBy extends string, FilterBy extends string>
  extends Omit<ListQuery<SortBy, FilterBy>, "page" | "pageLimit"> {
  columns: z.output<ReturnType<typeof exportColumn>>[];
}

/** Handles an area's export: streams the rows of its list as a workbook (TL-03). */
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
    const { db, language, timeZone = "UTC" } = context;
    const texts = exportTexts(language, name);
    const asked = { ...body, attributes: attributesAmong(body.columns) };
    const facts = listFacts(context);
    const { source: whole, query, kinds } = await withAddedColumns(db, source, asked, facts, "sheet");
    const columns = exportedColumns(body.columns, { ...offered, ...kinds }, language);
    const statement = statementOf(whole, query, columns, facts);
    const { batches, isDetached } = await openCursor(context, statement);
    const plan = { name: texts.sheetName, columns, timeZone, yes: texts.yes, no: texts.no };
    return {
      fileName: `${texts.fileName}-${today(timeZone)}.xlsx`,
      mediaType: workbookType,
      content: writeWorkbook(plan, rowsOf(batches, columns.length)),
      isDetached,
      isHeld: isDetached,
    };
  };
}

async function* rowsOf(batches: AsyncIterable<readonly Raw[]>, columns: number): AsyncGenerator<Row[]> {
  const names = Array.from({ length: columns }, (_, index) => `c${index}`);
  for await (const batch of batches) yield batch.map((row) => names.map((name) => row[name]) as Row);
}

/** `2026-03-01`, in that time zone. */
function today(timeZone: string): string {
  return new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }).format(new Date());
}

type Raw = Record<string, unknown>;
type Name = ReturnType<typeof sql.identifier>;
type Fetch = (statement: SQL) => Promise<Raw[]>;

/** Rows of a statement, in batches. Ending the iteration early releases them. */
interface Rows {
  batches: AsyncIterable<readonly Raw[]>;
  /** The rows are stored separately and outlive the transaction. */
  isDetached: boolean;
}

/** Small enough to read in some milliseconds, large enough that round trips do not count. */
const batchSize = 1_000;

/**
 * Opens a cursor on a statement, with a snapshot of the current data. PostgreSQL reads it in the running transaction,
 * with constant memory. The embedded database has a single connection, which must not wait for a download: its rows are
 * materialized when the transaction ends.
 */
async function openCursor({ connection, db, inTurn }: Context, statement: SQL): Promise<Rows> {
  const isDetached = connection.kind === "pglite";
  const name = sql.identifier(`rows_${randomUUID()}`);
  // For all rows, compiling the plan may pay off.
  await db.execute(sql`set local jit to default`);
  await db.execute(
    sql`declare ${name} no scroll cursor ${isDetached ? sql`with hold` : sql`without hold`} for ${statement}`,
  );
  const inTransaction: Fetch = async (query) => (await db.execute<Raw>(query)).rows;
  const later: Fetch = (query) =>
    inTurn(() => connection.transaction("hub_app", async (own) => (await own.execute<Raw>(query)).rows));
  return { batches: batchesOf(name, isDetached ? later : inTransaction, isDetached), isDetached };
}

async function* batchesOf(name: Name, run: Fetch, mustClose: boolean) {
  const fetch = () => {
    const rows = run(sql`fetch ${sql.raw(String(batchSize))} from ${name}`);
    // Awaited below, unless the iteration ends before.
    rows.catch(() => {});
    return rows;
  };
  try {
    // The database reads the next batch while this one is processed.
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

type RequestedColumn = z.output<ReturnType<typeof exportColumn>>;

/** A column of the sheet and its source field. */
interface ExportedColumn extends SheetColumn {
  field: string;
}

/** Excel's date formats by language (TL-03); hyphens and points are literal. */
const dates: Record<Language, string> = {
  en: "mm-dd-yyyy",
  de: "dd.mm.yyyy",
  pl: "dd.mm.yyyy",
  sr: "dd.mm.yyyy.",
};
const time = "hh:mm";

/** The columns in the order of their indexes, those without one at their place in the list. */
function exportedColumns(
  requested: readonly RequestedColumn[],
  offered: ExportColumns,
  language: Language,
): ExportedColumn[] {
  return requested
    .map((column, place) => ({ column, order: column.index ?? place }))
    .sort((a, b) => a.order - b.order)
    .map(({ column }) => {
      const kind = kindOf(column, offered);
      const numberFormat = numberFormatOf(kind, column.format, language);
      return {
        field: column.dataField,
        caption: column.caption || column.text || column.dataField,
        kind,
        numberFormat,
        step: numberFormat === undefined ? undefined : stepOf(numberFormat),
      };
    });
}

const moments: Record<string, ExportColumnKind> = { date: "date", datetime: "dateTime", time: "time" };

/** An instant can be shown as a date, a time or both; for all other fields the area's type applies. */
function kindOf({ dataField, dataType, format }: RequestedColumn, offered: ExportColumns): ExportColumnKind {
  const kind = offered[dataField] ?? "text";
  if (kind !== "dateTime") return kind;
  const asked = moments[dataType?.toLowerCase() ?? ""] ?? kind;
  return asked === "dateTime" ? shownBy(format) : asked;
}

/** The parts of an instant that a custom pattern shows. */
function shownBy(format: string | null | undefined): "date" | "time" | "dateTime" {
  if (!excelFormat(format)) return "dateTime";
  const [hasDay, hasTime] = [/[dyM]/.test(format ?? ""), /[Hhs]/.test(format ?? "")];
  return hasDay === hasTime ? "dateTime" : hasDay ? "date" : "time";
}

/**
 * The smallest unit of time that an Excel pattern shows, in milliseconds; `mm` after hours means minutes, elsewhere
 * months.
 */
function stepOf(numberFormat: string): number {
  if (numberFormat.includes("s")) return 1_000;
  return !numberFormat.includes("h") || /h[ .:/-]*m/.test(numberFormat) ? 60_000 : 3_600_000;
}

function numberFormatOf(kind: ExportColumnKind, format: string | null | undefined, language: Language) {
  switch (kind) {
    case "date":
    case "day":
      return excelFormat(format) ?? dates[language];
    case "time":
      return excelFormat(format) ?? time;
    case "dateTime":
      return excelFormat(format) ?? `${dates[language]} ${time}`;
    default:
      return undefined;
  }
}

/** Unambiguous, to avoid exponential backtracking. */
const pattern = /^(?:[dmh .:/-]|yy|ss)+$/i;

/** Converts `dd.MM.yyyy HH:mm` to Excel's format; undefined for other texts, such as the name of a format. */
function excelFormat(format: string | null | undefined): string | undefined {
  const known = pattern.test(format ?? "") && /[dMyHhms]/.test(format ?? "");
  return known ? format?.toLowerCase() : undefined;
}
