import { type SQL, sql } from "drizzle-orm";
import type { Filter, FilterOperator } from "../../lib/contract/filters";
import type { PermissionName } from "../../lib/contract/permissions";
import { startOfDay } from "../http/start-of-day";

/** What of a row a filter looks at. */
export interface FilterKey {
  /** Text that is folded already, a number, an instant, a day, a choice's name or a boolean. */
  by: SQL;
  /** The text is part of the source's `search.text`, so that rows holding it are found by the index on that. */
  isSearched?: true;
  /** Where `by` is the id of a row that has other records: which rows have one of these names, or any at all. */
  having?: (foldedNames?: SQL) => SQL;
  /** Where `by` is in rows of another table: those that a condition holds for name the ids of the list's rows that have them. */
  within?: { id: SQL; rows: (holds: SQL) => SQL };
  /** Without it nobody filters by what is not shown to them. */
  permission?: PermissionName;
}

/** A pattern of LIKE that finds a text anywhere, with `%`, `_` and `\` taken literally. */
export function likePattern(text: string): string {
  return `%${literally(text.trim())}%`;
}

const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Shorter ones are in no trigram, and the index would be read from end to end. */
const shortestIndexed = 3;

/** Whether the index on texts knows for certain what a phrase is made of: of other letters not every database makes trigrams. */
export const hasTrigram = (phrase: string): boolean => /[a-z0-9]{3}/i.test(phrase);

/** What is asked of rows of another table the other way round: who has none is among those that are not, too. */
const opposites: Partial<Record<FilterOperator, FilterOperator>> = {
  notContains: "contains",
  notEquals: "equals",
  empty: "notEmpty",
};

/**
 * The SQL of one filter. Texts are compared without regard to case and accents, as phrases are.
 * @param searchText the folded text in which phrases are looked for
 * @param timeZone in which a filter's days begin and end
 */
export function conditionOf(
  { type, operator, values }: Filter,
  { by, isSearched, having, within }: FilterKey,
  searchText: SQL,
  timeZone: string,
): SQL {
  if (within) {
    const opposite = opposites[operator];
    const asked = { type, operator: opposite ?? operator, values, column: "" };
    const holds = conditionOf(asked, { by }, searchText, timeZone);
    return sql`${within.id} ${opposite ? sql`not in` : sql`in`} (${within.rows(holds)})`;
  }
  const [first = "", second = first] = values;
  const since = (date: string) =>
    type === "day"
      ? sql`${by} >= ${date}::date`
      : sql`${by} >= ${startOfDay(date, timeZone).toISOString()}::timestamptz`;
  const until = (date: string) =>
    type === "day"
      ? sql`${by} <= ${date}::date`
      : sql`${by} < ${startOfDay(date, timeZone, 1).toISOString()}::timestamptz`;
  if (having) {
    const names = values.length > 0 ? listOf(values.map((value) => sql`fold(${value})`)) : undefined;
    const isNot = operator === "noneOf" || operator === "empty";
    return sql`${by} ${isNot ? sql`not in` : sql`in`} (${having(names)})`;
  }
  switch (operator) {
    case "contains": {
      const pattern = likePattern(first);
      const holds = sql`${by} like fold(${pattern})`;
      return isSearched && first.length >= shortestIndexed
        ? sql`${searchText} like fold(${pattern}) and ${holds}`
        : holds;
    }
    case "notContains":
      return sql`(${by} like fold(${likePattern(first)})) is not true`;
    case "startsWith":
      return sql`${by} like fold(${`${literally(first)}%`})`;
    case "equals":
      return type === "number" ? sql`${by} = ${first}::numeric` : sql`${by} = fold(${first})`;
    // What is missing is not what was named either.
    case "notEquals":
      return sql`${by} is distinct from fold(${first})`;
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
      return sql`${by} in (${listOf(values.map((value) => sql`${value}`))})`;
    case "noneOf":
      return sql`${by} not in (${listOf(values.map((value) => sql`${value}`))})`;
    case "is":
      return sql`${by} = ${first === "yes"}`;
  }
}

const listOf = (values: SQL[]) => sql.join(values, sql`, `);
