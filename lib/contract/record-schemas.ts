import * as z from "zod";
import type { Attributed } from "./attribute-types";
import { attributesQuery, listedAttributes, orAttribute } from "./attribute-values";
import type { RecordColumn } from "./columns";
import type { ExportColumnKind, ExportColumns } from "./export-columns";
import { filterableOf } from "./filterable";
import type { FilterColumns } from "./filters";
import type { RecordColumns } from "./record-types";
import { instant, listQuery, recordVersion, trace } from "./schemas";

type Entry = readonly [string, RecordColumn];

/** The schemas of records, derived from their columns; their types are in record-types.ts. */
export function schemasOf(
  idName: string,
  columns: RecordColumns,
  {
    name,
    sortBy = name,
    filters = {},
    attributed,
  }: { name: string; sortBy?: string; filters?: FilterColumns; attributed?: Attributed },
) {
  const all = Object.entries(columns);
  const shape = (entries: readonly Entry[], schemaOf: (column: RecordColumn) => z.ZodType) =>
    Object.fromEntries(entries.map(([name, column]) => [name, schemaOf(column)]));
  const listed = all.filter(isListed);
  const written = all.filter(([, { traits }]) => traits.readOnly !== true);
  const inBulk = written.filter((entry) => isInBulk(entry, name));
  const sortable = z.enum(sortableOf(listed, name));
  const row = z.object({
    [idName]: z.string(),
    ...shape(listed, ({ response }) => response),
    createdOn: instant,
    createdBy: z.string(),
  });
  return {
    row: attributed ? row.extend({ attributes: listedAttributes }) : row,
    detail: row.extend({ ...shape(all, ({ response }) => response), ...trace, version: recordVersion }),
    /** Without values for optional columns. */
    create: z.object(
      shape(written, ({ given, initial, traits }) => (traits.required ? given : given.default(initial))),
    ),
    // Missing fields stay unchanged (FM-10).
    edit: z.object({
      ...shape(written, ({ given, traits }) => (traits.required ? given : given.optional())),
      version: recordVersion.optional(),
    }),
    /** Columns that can be changed in several records at once. */
    bulk: z.object(shape(inBulk, ({ given }) => given.optional())),
    query: listQuery(
      sortable.options as [string, ...string[]],
      {
        ...filterableOf(listed),
        ...filters,
        createdOn: { type: "date" },
        createdBy: { type: "text" },
      },
      {
        sortBy: (attributed ? orAttribute(sortable) : sortable).default(sortBy),
        ...(attributed && { attributes: attributesQuery }),
      },
      attributed,
    ),
  };
}

const isListed = ([, { traits }]: Entry) => traits.listed !== false;

function isInBulk([name, { kind, traits }]: Entry, nameColumn: string): boolean {
  return name !== nameColumn && kind !== "translations" && !traits.unique && traits.bulk !== false;
}

/** The record's name before the others. */
function sortableOf(listed: readonly Entry[], nameColumn: string) {
  const names = listed.filter(([, { traits }]) => traits.sorted !== false).map(([name]) => name);
  const others = names.filter((name) => name !== nameColumn);
  return [nameColumn, ...others, "createdOn", "createdBy"] as [string, ...string[]];
}

const exportKinds: Readonly<{ [Kind in RecordColumn["kind"]]: ExportColumnKind }> = {
  text: "text",
  int: "number",
  number: "number",
  flag: "boolean",
  day: "day",
  instant: "dateTime",
  choice: "text",
  html: "text",
  translations: "text",
  ids: "text",
};

/** The columns that a list exports: all listed ones, unless excluded. */
export function exportColumnsOf(idName: string, columns: RecordColumns): ExportColumns {
  const offered = Object.entries(columns).filter(
    (entry) => isListed(entry) && entry[1].traits.exported !== false,
  );
  return {
    [idName]: "text",
    ...Object.fromEntries(offered.map(([name, { kind }]) => [name, exportKinds[kind]])),
    createdOn: "dateTime",
    createdBy: "text",
  };
}
