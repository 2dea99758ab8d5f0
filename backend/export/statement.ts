import type { ExportColumnKind } from "../../lib/contract/export-columns";
import { type SQL, sql } from "../database/sql";
import { replanEachTime } from "../database/statement-client";
import { conditionsOf, type ListFacts } from "../lists/list";
import { orderBy } from "../lists/list-rows";
import type { ListQuery, ListSource } from "../lists/list-source";

/** A field of a list's rows; instants are read as milliseconds since 1970, days as `YYYY-MM-DD`. */
interface Field {
  field: string;
  kind: ExportColumnKind;
}

type ExportQuery<SortBy extends string, FilterBy extends string> = Omit<
  ListQuery<SortBy, FilterBy>,
  "page" | "pageLimit"
>;

/** The statement for all rows of a list's query, in its order; the fields are named `c0`, `c1` and so on. */
export function statementOf<SortBy extends string, Row, FilterBy extends string>(
  source: ListSource<SortBy, Row, FilterBy>,
  query: ExportQuery<SortBy, FilterBy>,
  fields: readonly Field[],
  facts: Omit<ListFacts, "rowLimit">,
): SQL {
  const { by, nullable, rows } = source.sorts[query.sortBy];
  const { columns, join, isInRows } = source.detail;
  const { where, id, search } = source;
  const conditions = conditionsOf(source, query, facts);
  const isSearch = conditions.length > 0;
  const found = sql`
    select ${id} as id, ${by} as key from ${isSearch ? search.rows : (rows ?? source.rows)}
    where ${sql.join([where, ...conditions], " and ")}`;
  const listed =
    isInRows && !isSearch
      ? sql`select ${id} as page_id, ${by} as page_key, ${columns} from ${source.rows} where ${where}`
      : sql`
        with page as ${isSearch ? sql`materialized` : sql``} (${found})
        select page.id as page_id, page.key as page_key, ${columns} from page join ${join}`;
  return sql`
    ${replanEachTime} select ${sql.join(fields.map(read), ", ")} from (${listed}) as listed
    order by ${orderBy(sql`page_key`, sql`page_id`, query.sortDir === "desc", nullable)}`;
}

function read({ field, kind }: Field, index: number): SQL {
  const value = sql.identifier(field);
  const isMoment = kind === "date" || kind === "dateTime" || kind === "time";
  const read = isMoment
    ? sql`date_part('epoch', ${value}) * 1000`
    : kind === "day"
      ? sql`to_char(${value}, 'YYYY-MM-DD')`
      : // Numbers larger than an integer, such as sums, would be read as text.
        kind === "number"
        ? sql`${value}::float8`
        : value;
  return sql`${read} as ${sql.identifier(`c${index}`)}`;
}
