import type { RecordColumnKind } from "./column-traits";
import type { RecordColumn } from "./columns";
import type { FilterColumn, FilterColumns, FilterType } from "./filters";

const filterTypes: Readonly<{ [Kind in RecordColumnKind]: FilterType }> = {
  text: "text",
  int: "number",
  number: "number",
  flag: "flag",
  day: "day",
  instant: "date",
  choice: "choice",
  html: "text",
  translations: "text",
  ids: "text",
};

/** How the values of a column are filtered and shown in lists. */
export const filterTypeOf = (kind: RecordColumnKind): FilterType => filterTypes[kind];

/** The columns that a list can be filtered by. */
export function filterableOf(listed: readonly (readonly [string, RecordColumn])[]): FilterColumns {
  return Object.fromEntries(
    listed.flatMap(([name, { kind, isNullable, values, traits }]): [string, FilterColumn][] => {
      const type = filterTypes[kind];
      if (traits.filtered === false) return [];
      if (type === "choice") return [[name, { type, values }]];
      const isDay = type === "date" || type === "day";
      return [[name, isDay && isNullable ? { type, optional: true } : ({ type } as FilterColumn)]];
    }),
  );
}
