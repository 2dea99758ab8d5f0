import { attributeOfColumn, type Filter } from "../../lib/contract/filters";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import type { AddedColumns, ListQuery, ListSource, ReaderFacts } from "./list-source";

/**
 * Extends a list's source and query with the columns that tenants define, if the query has any.
 * @returns also `refused`, to be awaited beside the list's own statements: it throws errors that those must precede
 * @throws {RequestError} 400 for a column that the records do not have, 403 when the reader may not see it
 */
export async function withAddedColumns<
  Source extends Pick<ListSource<string, unknown>, "addColumns" | "detail" | "read" | "rows" | "search"> & {
    filters: object;
    sorts: object;
  },
  Query extends Pick<ListQuery<string>, "attributes" | "sortBy"> & { filters: readonly Filter[] },
>(
  db: Database,
  source: Source,
  query: Query,
  facts: ReaderFacts,
  form: "answer" | "sheet",
): Promise<{ source: Source; query: Query } & Partial<Pick<AddedColumns, "kinds" | "refused">>> {
  const { attributes = [], filters, sortBy } = query;
  const hasAddedColumns =
    attributes.length > 0 ||
    filters.some(({ type }) => type === "attribute") ||
    attributeOfColumn(sortBy) !== undefined;
  if (!source.addColumns || !hasAddedColumns) return { source, query };
  const added = await source.addColumns(db, { attributes, filters, sortBy, form }, facts);
  const { columns, join } = source.detail;
  const whole = {
    ...source,
    ...(added.sort && sortedBy(source, sortBy, added.sort)),
    filters: { ...source.filters, ...added.keys },
    ...(attributes.length > 0 && {
      detail: { columns: sql`${columns}${added.columns}`, join: sql`${join}${added.join}` },
      read: (row: Record<string, unknown>) => ({ ...(source.read(row) as object), ...added.read(row) }),
    }),
  };
  const { kinds, refused } = added;
  return { source: whole, query: { ...query, filters: added.filters }, kinds, refused };
}

function sortedBy<Source extends Pick<ListSource<string, unknown>, "rows" | "search"> & { sorts: object }>(
  { rows, search, sorts }: Source,
  sortBy: string,
  { key, join }: NonNullable<AddedColumns["sort"]>,
) {
  return {
    rows: sql`${rows}${join}`,
    search: { ...search, rows: sql`${search.rows}${join}` },
    sorts: { ...sorts, [sortBy]: key },
  };
}
