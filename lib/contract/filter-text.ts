import type { ValidationKey } from "../validation/messages";
import {
  attributeOfColumn,
  type Filter,
  type FilterColumn,
  type FilterColumns,
  type FilterOperator,
  maxFilters,
  maxFilterTextLength,
  operatorsOf,
  valueCount,
} from "./filters";

/** Why a filter is refused: `rule` is a key in messages/<language>/validation.json, filled with `values`. */
export interface FilterFault {
  rule: ValidationKey;
  values: Record<string, string | number>;
}

/**
 * Parses filters from their text form in addresses and calls: `column:operator:value`, joined by `;`. Several values are
 * separated by `,`; operators without a value end after their name. `;`, `,` and `\` within a value are escaped by `\`. For
 * example `lastName:contains:müller;createdOn:between:2026-01-01,2026-01-31;email:empty;isDefault:is:yes`.
 * @param isAttributed accepts attributes as columns; their operators and values are checked once their types are known
 * @returns the filters that fit the columns, and a fault for each other
 */
export function readFilters<Columns extends FilterColumns>(
  text: string,
  columns: Columns,
  isAttributed = false,
) {
  const filters: Filter<keyof Columns & string>[] = [];
  const faults: FilterFault[] = [];
  for (const part of split(text, ";").filter((part) => part.trim() !== "")) {
    const read = readFilter(part, columns, isAttributed);
    if ("rule" in read) faults.push(read);
    else if (filters.length < maxFilters) filters.push(read);
    else faults.push({ rule: "maxItems", values: { max: maxFilters } });
  }
  return { filters, faults };
}

/** Formats filters for {@link readFilters}; empty without any. */
export function writeFilters(filters: readonly Filter[]): string {
  return joinFilters(
    filters.map(({ column, operator, values }) =>
      [column, operator, ...(values.length ? [values.map(escaped).join(",")] : [])].join(":"),
    ),
  );
}

export function joinFilters(written: readonly string[]): string {
  return written.join(";");
}

function readFilter<Columns extends FilterColumns>(
  text: string,
  columns: Columns,
  isAttributed: boolean,
): Filter<keyof Columns & string> | FilterFault {
  const [name = "", operator = "", ...rest] = text.trim().split(":");
  if (operator === "") return fault("filterUnreadable", { filter: text.slice(0, maxFilterTextLength) });
  const column: FilterColumn | undefined = Object.hasOwn(columns, name)
    ? columns[name]
    : isAttributed && attributeOfColumn(name)
      ? { type: "attribute" }
      : undefined;
  if (!column) return fault("filterColumn", { column: name, columns: Object.keys(columns).join(", ") });
  const known = operator as FilterOperator;
  const count = valueCount(column.type, known);
  const raw = rest.join(":");
  const values = count === 0 && raw === "" ? [] : (count > 1 ? split(raw, ",") : [raw]).map(unescaped);
  const invalidValue = faultOf(name, column, known, values);
  return (
    invalidValue ?? { column: name, type: column.type, operator: known, values: values.map((v) => v.trim()) }
  );
}

/** Validates the values of a filter from an editor or an address; undefined if valid. */
export function faultOf(
  name: string,
  column: FilterColumn,
  operator: FilterOperator,
  given: readonly string[],
): FilterFault | undefined {
  if (!operatorsOf(column).includes(operator))
    return fault("filterOperator", { column: name, operator, operators: operatorsOf(column).join(", ") });
  const values = given.map((value) => value.trim());
  const count = valueCount(column.type, operator);
  if (count === 0) return values.length ? fault("filterNoValue", { column: name, operator }) : undefined;
  const isCounted = Number.isFinite(count) ? values.length === count : values.length > 0;
  const fits = isCounted && values.every((value) => isValue(column, value));
  if (!fits) return invalidFilter(name, column);
  const [from = "", to = ""] = values;
  if (
    count === 2 &&
    column.type !== "attribute" &&
    (column.type === "number" ? Number(from) > Number(to) : from > to)
  )
    return fault("filterRange", { column: name });
  return undefined;
}

// Other years are typing errors, and spreadsheet programs disagree on dates beyond them.
const day = /^[12]\d{3}-\d{2}-\d{2}$/;
const number = /^-?\d{1,15}(?:\.\d{1,6})?$/;

function isValue(column: FilterColumn, value: string): boolean {
  switch (column.type) {
    case "text":
    case "record":
    case "attribute":
      return value !== "" && value.length <= maxFilterTextLength && !/[\p{Cc}\p{Surrogate}]/u.test(value);
    case "number":
      return number.test(value);
    case "date":
    case "day":
      return day.test(value) && isOnCalendar(value);
    case "choice":
      return column.values.includes(value);
    case "flag":
      return value === "yes" || value === "no";
  }
}

function isOnCalendar(value: string): boolean {
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
}

function invalidFilter(name: string, column: FilterColumn): FilterFault {
  switch (column.type) {
    case "text":
    case "record":
    case "attribute":
      return fault("filterText", { column: name, max: maxFilterTextLength });
    case "number":
      return fault("filterNumber", { column: name });
    case "date":
    case "day":
      return fault("filterDate", { column: name });
    case "choice":
      return fault("filterChoice", { column: name, options: column.values.join(", ") });
    case "flag":
      return fault("filterFlag", { column: name });
  }
}

const fault = (rule: ValidationKey, values: FilterFault["values"]): FilterFault => ({ rule, values });

const escaped = (value: string) => value.replace(/[\\;,]/g, "\\$&");
const unescaped = (value: string) => value.replace(/\\(.)/gsu, "$1");

/** Splits at unescaped separators, keeping backslashes. */
function split(text: string, separator: ";" | ","): string[] {
  const parts = [""];
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === separator) parts.push("");
    else parts[parts.length - 1] += letter === "\\" ? letter + text.charAt(++at) : letter;
  }
  return parts;
}
