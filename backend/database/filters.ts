import { type SQL, sql } from "drizzle-orm";
import type { Filter } from "../../lib/contract/filters";
import { startOfDay } from "../http/start-of-day";

/** What of a row a filter looks at. */
export interface FilterKey {
  /** Text that is folded already, a number, an instant, a day, a choice's name or a boolean. */
  by: SQL;
  /** The text is part of the source's `search.text`, so that rows holding it are found by the index on that. */
  isSearched?: true;
}

/** A pattern of LIKE that finds a text anywhere, with `%`, `_` and `\` taken literally. */
export function likePattern(text: string): string {
  return `%${literally(text.trim())}%`;
}

const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Shorter ones are in no trigram, and the index would be read from end to end. */
const shortestIndexed = 3;

/**
 * The SQL of one filter. Texts are compared without regard to case and accents, as phrases are.
 * @param searchText the folded text in which phrases are looked for
 * @param timeZone in which a filter's days begin and end
 */
export function conditionOf(
  { type, operator, values }: Filter,
  { by, isSearched }: FilterKey,
  searchText: SQL,
  timeZone: string,
): SQL {
  const [first = "", second = first] = values;
  const since = (date: string) =>
    type === "day"
      ? sql`${by} >= ${date}::date`
      : sql`${by} >= ${startOfDay(date, timeZone).toISOString()}::timestamptz`;
  const until = (date: string) =>
    type === "day"
      ? sql`${by} <= ${date}::date`
      : sql`${by} < ${startOfDay(date, timeZone, 1).toISOString()}::timestamptz`;
  switch (operator) {
    case "contains": {
      const pattern = likePattern(first);
      const holds = sql`${by} like fold(${pattern})`;
      return isSearched && first.length >= shortestIndexed
        ? sql`${searchText} like fold(${pattern}) and ${holds}`
        : holds;
    }
    case "startsWith":
      return sql`${by} like fold(${`${literally(first)}%`})`;
    case "equals":
      return type === "number" ? sql`${by} = ${first}::numeric` : sql`${by} = fold(${first})`;
    case "empty":
      return type === "text" ? sql`${by} = ''` : sql`${by} is null`;
    case "notEmpty":
      return type === "text" ? sql`${by} <> ''` : sql`${by} is not null`;
    case "atLeast":
      return sql`${by} >= ${first}::numeric`;
    case "atMost":
      return sql`${by} <= ${first}::numeric`;
    case "between":
      return type === "number"
        ? sql`${by} between ${first}::numeric and ${second}::numeric`
        : sql`${since(first)} and ${until(second)}`;
    case "from":
      return since(first);
    case "until":
      return until(first);
    case "oneOf":
      return sql`${by} in (${sql.join(
        values.map((value) => sql`${value}`),
        sql`, `,
      )})`;
    case "is":
      return sql`${by} = ${first === "yes"}`;
  }
}
