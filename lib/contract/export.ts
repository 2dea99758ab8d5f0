import * as z from "zod";
import { orAttribute } from "./attribute-values";
import type { Access } from "./endpoint";
import type { ExportColumns } from "./export-columns";
import { fileResponse } from "./file";

const hint = (max: number) => z.string().max(max).nullish();

/**
 * One column of an export. `caption` is its heading, else `text`, else its name; `index` sets its position, else its place
 * in the list. Attributes of records are columns too, `attributes.<id>`. For instants, `dataType` (date, time, dateTime)
 * selects the parts, and `format`, such as `dd.MM.yyyy`, how they are written; the default depends on the language.
 */
export function exportColumn<const Names extends readonly [string, ...string[]]>(
  names: Names,
  isAttributed = false,
) {
  const offered = z.enum(names);
  return z.object({
    dataField: isAttributed ? orAttribute(offered) : offered,
    dataType: hint(50),
    text: hint(200),
    caption: hint(200),
    format: hint(50),
    index: z.int().min(0).max(10_000).nullish(),
  });
}

const maxColumns = 200;

/** The type of {@link exportEndpoint}. */
export interface ExportCall<
  Path extends string,
  Grant,
  Query extends z.ZodRawShape,
  Columns extends ExportColumns,
> {
  method: "POST";
  path: `${Path}/export`;
  access: Grant;
  summary: string;
  affects: readonly [];
  body: z.ZodObject<
    Omit<Query, "page" | "pageLimit" | "attributes"> & {
      columns: z.ZodArray<
        ReturnType<typeof exportColumn<[keyof Columns & string, ...(keyof Columns & string)[]]>>
      >;
    }
  >;
  response: typeof fileResponse;
  exported: Columns;
}

/**
 * The call that exports a list as a spreadsheet (TL-03): its body is the list's query without paging, and the columns.
 * @param path of the collection, such as `/users`
 */
export function exportEndpoint<
  const Path extends string,
  const Grant extends Access,
  Query extends z.ZodRawShape,
  const Columns extends ExportColumns,
>(
  path: Path,
  access: Grant,
  query: z.ZodObject<Query>,
  columns: Columns,
): ExportCall<Path, Grant, Query, Columns> {
  const names = Object.keys(columns) as [keyof Columns & string, ...(keyof Columns & string)[]];
  const { page: _page, pageLimit: _pageLimit, attributes, ...filters } = query.shape;
  return {
    method: "POST",
    path: `${path}/export` as const,
    access,
    summary: "All rows that the list's query finds, as an Excel workbook.",
    affects: [],
    body: z.object({
      ...filters,
      columns: z
        .array(exportColumn(names, attributes !== undefined))
        .min(1)
        .max(maxColumns),
    }) as never,
    response: fileResponse,
    exported: columns,
  };
}
