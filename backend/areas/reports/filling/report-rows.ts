import type { ReportSource } from "../../../../lib/contract/report-sources";
import { RequestError } from "../../../core/errors";
import { sql } from "../../../database/sql";
import { replanEachTime } from "../../../database/statement-client";
import type { Database } from "../../../database/transaction";
import { statementOf } from "../../../export/statement";
import { withAddedColumns } from "../../../lists/added-columns";
import type { ListFacts } from "../../../lists/list";
import { idArray } from "../../../members/memberships";
import type { RowsQuery } from "./chosen-rows";
import { type NestedList, sources } from "./sources";

type Raw = Record<string, unknown>;

/** The values of a row, in the order of the source's columns, followed by the entries of each of its lists. */
export type RawRow = readonly unknown[];

const batchSize = 500;

interface ReadOptions {
  query: RowsQuery;
  /** Maximum number of rows. */
  most: number;
  facts: Omit<ListFacts, "rowLimit">;
  /** Ids of the rows to return instead of the query's matches, in the query's order. */
  among?: readonly string[];
}

/** Limit of entries of all lists within rows. */
const maxEntries = 100_000;

/** The statement that reads fields of the rows. @throws {RequestError} 403 for fields that the reader may not see */
async function statementFor(
  db: Database,
  source: ReportSource,
  { query, facts, among }: ReadOptions,
  fields: Parameters<typeof statementOf>[2],
) {
  const { list } = sources[source];
  const asked = among ? { ...query, phrase: "", filters: [] } : query;
  const found = await withAddedColumns(db, list, asked, facts, "sheet");
  await found.refused;
  const where = among ? sql`${list.where} and ${list.id} = any(${idArray(among)})` : list.where;
  return statementOf({ ...found.source, where }, found.query, fields, facts);
}

/**
 * The rows of a report's source in batches, read in the running transaction.
 * @param lists the lists within them to include
 * @throws {RequestError} 400 `tooManyRows` when the entries of lists exceed the limit of a document
 */
export async function* readReportRows(
  db: Database,
  source: ReportSource,
  asked: ReadOptions & { lists: readonly string[] },
): AsyncGenerator<RawRow[]> {
  const columns = Object.entries(sources[source].columns).map(([field, kind]) => ({ field, kind }));
  const fields = [...columns, { field: "page_id", kind: "text" as const }];
  let entries = 0;
  const statement = await statementFor(db, source, asked, fields);
  await db.execute(sql`declare report_rows no scroll cursor without hold for ${statement}`);
  for (let left = asked.most; left > 0; left -= batchSize) {
    const count = sql.raw(String(Math.min(batchSize, left)));
    const { rows } = await db.execute<Raw>(sql`fetch ${count} from report_rows`);
    if (rows.length === 0) break;
    const ids = rows.map((row) => row[`c${columns.length}`] as string);
    const nested: Map<string, unknown[]>[] = [];
    for (const name of asked.lists) {
      const found = await entriesOf(
        db,
        sources[source].nested[name] as NestedList,
        ids,
        maxEntries - entries,
      );
      for (const of of found.values()) entries += of.length;
      nested.push(found);
    }
    yield rows.map((row, at) => [
      ...columns.map((_, index) => row[`c${index}`]),
      ...nested.map((found) => found.get(ids[at] as string) ?? []),
    ]);
  }
  await db.execute(sql`close report_rows`);
}

/** The entries of records in a list, by record id. @throws {RequestError} 400 for more than `most` */
async function entriesOf(
  db: Database,
  { read }: NestedList,
  ids: readonly string[],
  most: number,
): Promise<Map<string, unknown[]>> {
  const { rows } = await db.execute<{ id: string; value: unknown }>(
    sql`${replanEachTime} ${read(idArray(ids))} limit ${most + 1}`,
  );
  if (rows.length > most)
    throw new RequestError("tooManyRows", { status: 400, values: { limit: maxEntries } });
  const found = new Map<string, unknown[]>();
  for (const { id, value } of rows) {
    const entries = found.get(id);
    if (entries) entries.push(value);
    else found.set(id, [value]);
  }
  return found;
}

/** The ids of the rows of a report's source, in order. */
export async function idsOf(db: Database, source: ReportSource, asked: ReadOptions): Promise<string[]> {
  const id = [{ field: "page_id", kind: "text" as const }];
  const statement = await statementFor(db, source, asked, id);
  const { rows } = await db.execute<{ c0: string }>(sql`${statement} limit ${asked.most}`);
  return rows.map(({ c0 }) => c0);
}
