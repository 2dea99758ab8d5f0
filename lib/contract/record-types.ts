import type * as z from "zod";
import type { attributesQuery } from "./attribute-values";
import type { BulkSaveBody, bulkSaveResponse } from "./bulk-save";
import type { RecordColumn } from "./columns";
import type { ExportCall } from "./export";
import type { ExportColumns } from "./export-columns";
import type { FilterColumn } from "./filters";
import type { historyEndpoints } from "./history";
import type { ListProperties } from "./list-facts";
import type { PermissionTree } from "./permission-tree";
import type { accepted, lastUpdate, listQuery, listResponse, nothing, recordVersion, trace } from "./schemas";

// The types of records declared with `defineRecords`.

export type RecordColumns = Readonly<Record<string, RecordColumn>>;

type Shape<T> = { [Name in keyof T]: T[Name] extends z.ZodType ? T[Name] : never };

type Without<Columns extends RecordColumns, Trait> = {
  [Name in keyof Columns as Columns[Name]["traits"] extends Trait ? never : Name]: Columns[Name];
};

type Listed<Columns extends RecordColumns> = Without<Columns, { listed: false }>;
type Written<Columns extends RecordColumns> = Without<Columns, { readOnly: true }>;
/** Columns that can be changed in several records at once; excludes names and translations only at run time. */
type InBulk<Columns extends RecordColumns> = Without<
  Without<Written<Columns>, { unique: true }>,
  { bulk: false }
>;
type Responses<Columns extends RecordColumns> = { [Name in keyof Columns]: Columns[Name]["response"] };

/** The columns that can serve as a record's name. */
export type NameOf<Columns extends RecordColumns> = keyof Listed<Columns> & string;

/** The columns that a list can be sorted by. */
export type SortOf<Columns extends RecordColumns> =
  | (keyof Without<Listed<Columns>, { sorted: false }> & string)
  | "createdOn"
  | "createdBy";

/** The columns that a list can be filtered by. */
export type FilterOf<Columns extends RecordColumns> =
  | (keyof Without<Listed<Columns>, { filtered: false }> & string)
  | "createdOn"
  | "createdBy";

type Row<Id extends string, Columns extends RecordColumns> = { [Name in Id]: z.ZodString } & Responses<
  Listed<Columns>
> & { createdOn: z.ZodISODateTime; createdBy: z.ZodString };

type IsRequired<Column extends RecordColumn> = Column["traits"] extends { required: true } ? true : false;

/** The schemas of an area's records. */
export interface RecordSchemas<Noun extends string, Columns extends RecordColumns> {
  /** A row of the list, including the requested attributes (`listedAttributes`) if records have any. */
  row: z.ZodObject<Shape<Row<`${Noun}Id`, Columns>>>;
  /** The whole record. */
  detail: z.ZodObject<
    Shape<Row<`${Noun}Id`, Columns> & Responses<Columns> & typeof trace & { version: typeof recordVersion }>
  >;
  /** Input of a new record, with defaults for optional columns; also the schema of the form. */
  create: z.ZodObject<
    Shape<{
      [Name in keyof Written<Columns>]: IsRequired<Written<Columns>[Name]> extends true
        ? Written<Columns>[Name]["given"]
        : z.ZodDefault<Written<Columns>[Name]["given"]>;
    }>
  >;
  /** Editable fields of a record, without defaults: missing ones stay unchanged (FM-10). Also the schema of the form. */
  edit: z.ZodObject<
    Shape<
      {
        [Name in keyof Written<Columns>]: IsRequired<Written<Columns>[Name]> extends true
          ? Written<Columns>[Name]["given"]
          : z.ZodOptional<Written<Columns>[Name]["given"]>;
      } & { version: z.ZodOptional<typeof recordVersion> }
    >
  >;
  /** Fields that can be changed in several records at once. */
  bulk: z.ZodObject<
    Shape<{ [Name in keyof InBulk<Columns>]: z.ZodOptional<InBulk<Columns>[Name]["given"]> }>
  >;
  /** The query of the list. */
  query: ReturnType<
    typeof listQuery<
      [SortOf<Columns>, ...SortOf<Columns>[]],
      { [Name in FilterOf<Columns>]: FilterColumn },
      { attributes: typeof attributesQuery }
    >
  >;
}

/** The permissions of a view of records. */
export interface RecordTree<View extends string, Actions, Sections> {
  view: View;
  place: number;
  actions: Actions;
  sections: Sections;
  onlyInHost?: PermissionTree["onlyInHost"];
}

interface AnySchemas {
  row: z.ZodObject;
  detail: z.ZodObject;
  create: z.ZodObject;
  edit: z.ZodObject;
  bulk: z.ZodObject;
  query: z.ZodObject;
}

type Get<Path extends string, View extends string> = {
  method: "GET";
  path: Path;
  access: readonly [View];
  summary: string;
};
type Change<Method extends string, Path extends string, View extends string, Action extends string> = {
  method: Method;
  path: Path;
  access: readonly [View, `${View}_${Action}`];
  summary: string;
  affects: readonly string[];
};

type Declared<Area extends string, Id extends string, View extends `${string}View`, S extends AnySchemas> = {
  list: Get<`/${Area}`, View> & { query: S["query"]; response: ReturnType<typeof listResponse<S["row"]>> };
  listLastUpdate: Get<`/${Area}/last-update`, View> & { response: z.ZodNullable<typeof lastUpdate> };
  detail: Get<`/${Area}/:${Id}`, View> & { response: S["detail"] };
  lastUpdate: Get<`/${Area}/:${Id}/last-update`, View> & { response: typeof lastUpdate };
  create: Change<"POST", `/${Area}`, View, "AddAction"> & { body: S["create"]; response: z.ZodString };
  save: Change<"PUT", `/${Area}/:${Id}`, View, "EditAction"> & { body: S["edit"]; response: S["detail"] };
  remove: Change<"DELETE", `/${Area}`, View, "DeleteAction"> & {
    query: z.ZodObject<{ [Name in `${Id}s`]: z.ZodType<string[], string[]> }>;
    response: typeof nothing;
  };
  restoreDeleted: Change<"POST", `/${Area}/deleted/restore`, View, "DeleteAction"> & {
    body: z.ZodObject<{ [Name in `${Id}s`]: z.ZodArray<z.ZodType<string, string>> }>;
    query: typeof accepted;
    response: typeof nothing;
  };
  restoreState: Omit<
    Change<"POST", `/${Area}/:${Id}/history/:type/:historyId/restore`, View, "EditAction">,
    "access"
  > & {
    access: readonly [View, `${View}_EditAction`, `${View}_HistoryAction`];
    query: typeof accepted;
    response: S["detail"];
  };
  export: ExportCall<`/${Area}`, readonly [View], S["query"]["shape"], ExportColumns>;
  /** Undefined at run time if no column can be changed in several records at once. */
  bulkSave: Change<"PATCH", `/${Area}`, View, "EditAction"> & {
    body: BulkSaveBody<Id, S["bulk"]>;
    response: typeof bulkSaveResponse;
    capability: "bulk-save";
  };
} & ReturnType<typeof historyEndpoints<`/${Area}`, Id, `${View}_HistoryAction`>>;

/** The calls of an area's records. */
export type RecordCalls<
  Area extends string,
  Id extends string,
  View extends `${string}View`,
  S extends AnySchemas,
> = {
  [Name in keyof Declared<Area, Id, View, S>]: Omit<Declared<Area, Id, View, S>[Name], "area"> & {
    area: Area;
    name: Name & string;
    list?: ListProperties;
  };
};
