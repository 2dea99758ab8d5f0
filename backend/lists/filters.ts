import type { Filter, FilterOperator } from "../../lib/contract/filters";
import type { PermissionName } from "../../lib/contract/permissions";
import { startOfDay } from "../core/start-of-day";
import { type SQL, sql } from "../database/sql";

/** The part of a row that a filter compares. */
export interface FilterKey {
  /** Folded text, a number, an instant, a day, a choice's name or a boolean. */
  by: SQL;
  /** The text is part of the source's `search.text`, so the index on that finds rows with it. */
  isSearched?: true;
  /** If `by` is the id of a row with other records: the rows that have one of these names, or any at all. */
  having?: (foldedNames?: SQL) => SQL;
  /** If `by` is in rows of another table: those that match a condition give the ids of the list's rows. */
  within?: { id: SQL; rows: (holds: SQL) => SQL };
  /** Permission needed to filter by this key. */
  permission?: PermissionName;
}

/** A LIKE pattern that finds a text anywhere, with `%`, `_` and `\` taken literally. */
export function likePattern(text: string): string {
  return `%${literally(text.trim())}%`;
}

const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Shorter phrases have no trigram, and the index would be scanned in full. */
const shortestIndexed = 3;

/** Whether the index on texts certainly has trigrams of a phrase: for other letters that depends on the database. */
export const hasTrigram = (phrase: string): boolean => /[a-z0-9]{3}/i.test(phrase);

/** Operators negated for rows of another table, so that rows without any count as not matching, too. */
const opposites: Partial<Record<FilterOperator, FilterOperator>> = {
  notContains: "contains",
  notEquals: "equals",
  empty: "notEmpty",
};

/**
 * The SQL of one filter. Compares texts without case and accents, as phrases are.
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
    // A missing value is unequal, too.
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

const listOf = (values: SQL[]) => sql.join(values, ", ");
