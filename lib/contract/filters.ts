/** The filter type of a column; the editor, the validation and the SQL derive from it. */
export type FilterColumn =
  | { type: "text" }
  | { type: "number" }
  /** An instant, filtered by calendar days; nullable if optional. */
  | { type: "date"; optional?: true }
  /** A calendar day, the same in every time zone; nullable if optional. */
  | { type: "day"; optional?: true }
  | { type: "choice"; values: readonly string[] }
  /** Yes or no. */
  | { type: "flag" }
  /** Related records of a row, by id; `of` is the dictionary with their names. */
  | { type: "record"; of: "roles" }
  /** An attribute with a type that depends on the tenant: any operator fits until it is known. */
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

/** Number of values of each operator; at least one for `oneOf` and `noneOf`. */
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

/** One condition on a column. All conditions must match, including several on one column. */
export interface Filter<Column extends string = string> {
  column: Column;
  type: FilterType;
  operator: FilterOperator;
  /** Texts as typed; numbers such as `-1.5`; days such as `2026-03-01`; `yes` or `no`. Ranges include both ends. */
  values: readonly string[];
}

/** The attribute id in a column name. */
export const attributeOfColumn = (name: string) => /^attributes\.([0-9a-f-]{36})$/i.exec(name)?.[1];

export const maxFilters = 20;
export const maxFilterTextLength = 200;
/** Maximum total length of filters in text form. */
export const maxFiltersLength = 6_000;

/** Whether a column is filtered by days; for instants, in the reader's time zone. */
export function isByDays(column: FilterColumn): column is Extract<FilterColumn, { type: "date" | "day" }> {
  return operators[column.type] === byDays;
}

/** The operators of a column: only nullable columns can be empty. */
export function operatorsOf(column: FilterColumn): FilterOperator[] {
  const all = Object.keys(operators[column.type]) as FilterOperator[];
  return isByDays(column) && !column.optional
    ? all.filter((operator) => operator !== "empty" && operator !== "notEmpty")
    : all;
}

/** Number of values that a filter of the column takes with an operator. */
export function valueCount(type: FilterType, operator: FilterOperator): number {
  return (operators[type] as Partial<Record<FilterOperator, number>>)[operator] ?? 0;
}
