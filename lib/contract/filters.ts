/** What of a column can be asked for: the UI's editor, the check of what is asked and the SQL follow from it. */
export type FilterColumn =
  | { type: "text" }
  | { type: "number" }
  /** An instant, filtered by calendar days; an optional one can be missing. */
  | { type: "date"; optional?: true }
  /** A day of the calendar, which is the same in every time zone; an optional one can be missing. */
  | { type: "day"; optional?: true }
  | { type: "choice"; values: readonly string[] }
  /** Yes or no. */
  | { type: "flag" }
  /** Other records that a row has, by their names; `of` is the dictionary that they are chosen from. */
  | { type: "record"; of: "roles" }
  /** An attribute, which each tenant says the type of: any operator fits until that is known. */
  | { type: "attribute" };

export type FilterType = FilterColumn["type"];
export type FilterColumns = Readonly<Record<string, FilterColumn>>;

const byText = {
  contains: 1,
  notContains: 1,
  equals: 1,
  notEquals: 1,
  startsWith: 1,
  empty: 0,
  notEmpty: 0,
} as const;
const byNumber = { equals: 1, between: 2, atLeast: 1, atMost: 1 } as const;
const byDays = { between: 2, from: 1, until: 1, empty: 0, notEmpty: 0 } as const;
const byChoice = { oneOf: Number.POSITIVE_INFINITY } as const;
const byFlag = { is: 1 } as const;

/** How many values each operator takes; those of `oneOf` and `noneOf` are one or more. */
export const operators = {
  text: byText,
  number: byNumber,
  date: byDays,
  day: byDays,
  choice: byChoice,
  flag: byFlag,
  attribute: { ...byText, ...byNumber, ...byDays, ...byChoice, ...byFlag },
  record: { oneOf: Number.POSITIVE_INFINITY, noneOf: Number.POSITIVE_INFINITY, empty: 0, notEmpty: 0 },
} as const satisfies Record<FilterType, Record<string, number>>;

export type FilterOperator = { [Type in FilterType]: keyof (typeof operators)[Type] }[FilterType];

/** One condition on a column. Conditions are met all together, several on one column too. */
export interface Filter<Column extends string = string> {
  column: Column;
  type: FilterType;
  operator: FilterOperator;
  /** Texts as they were typed; numbers such as `-1.5`; days such as `2026-03-01`; `yes` or `no`. Both ends are included. */
  values: readonly string[];
}

/** The id of the attribute that a column of that name shows. */
export const attributeOfColumn = (name: string) => /^attributes\.([0-9a-f-]{36})$/i.exec(name)?.[1];

export const maxFilters = 20;
export const maxFilterTextLength = 200;
/** Of all filters together, as they are written. */
export const maxFiltersLength = 6_000;

/** Whether a column is filtered by days, those of instants in the reader's time zone. */
export function isByDays(column: FilterColumn): column is Extract<FilterColumn, { type: "date" | "day" }> {
  return operators[column.type] === byDays;
}

/** The operators that fit a column: only what can be missing can be empty. */
export function operatorsOf(column: FilterColumn): FilterOperator[] {
  const all = Object.keys(operators[column.type]) as FilterOperator[];
  return isByDays(column) && !column.optional
    ? all.filter((operator) => operator !== "empty" && operator !== "notEmpty")
    : all;
}

/** How many values a filter of the column takes with an operator. */
export function valueCount(type: FilterType, operator: FilterOperator): number {
  return (operators[type] as Partial<Record<FilterOperator, number>>)[operator] ?? 0;
}
