import type * as z from "zod";
import type { ExportColumns, exportColumn } from "../../lib/contract/export";
import type { FileResponse } from "../../lib/contract/file";
import type { ListQuery, ListSource } from "../database/list-source";
import type { Context } from "../http/route";
import { exportedColumns } from "./columns";
import { openCursor } from "./cursor";
import { statementOf } from "./statement";
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

interface ExportBody<SortBy extends string, FilterBy extends string>
  extends Omit<ListQuery<SortBy, FilterBy>, "page" | "pageLimit"> {
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

async function* rowsOf(
  batches: AsyncIterable<readonly Record<string, unknown>[]>,
  columns: number,
): AsyncGenerator<Row[]> {
  const names = Array.from({ length: columns }, (_, index) => `c${index}`);
  for await (const batch of batches) yield batch.map((row) => names.map((name) => row[name]) as Row);
}

/** `2026-03-01`, on the clock of the zone. */
function today(timeZone: string): string {
  return new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }).format(new Date());
}
