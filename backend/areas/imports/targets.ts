import type * as z from "zod";
import type { RecordColumn } from "../../../lib/contract/columns";
import type { Access, Endpoint } from "../../../lib/contract/endpoint";
import { type AssignedAttribute, type ValueTable, valueTableOf } from "../../attributes/values";
import { parseWith } from "../../endpoint/input";
import { isPermitted, requirePermission } from "../../endpoint/permission";
import type { Context, Route, SignedInUser } from "../../endpoint/route";
import type { ImportableArea } from "../../records/importable";
import type { AnyRecords, RecordTable } from "../../records/table";

export interface ImportField {
  name: string;
  /** Undefined for the record's id, and for an attribute. */
  column?: RecordColumn;
  /** The attribute, if it is one; the field has the name of its list column, `attributes.<id>`. */
  attribute?: AssignedAttribute;
  isRequired: boolean;
  /** Saves include its stored value if a file has none. */
  isAlwaysSaved: boolean;
}

/** A call of an area on behalf of a user, with its usual permissions and rules. */
interface Call {
  access: Access;
  body: z.ZodType;
  handle: (context: Context, body: unknown, recordId: string) => Promise<unknown>;
}

interface PutBack {
  recordId: string;
  before: Readonly<Record<string, unknown>>;
  /** The current record. */
  stored: Readonly<Record<string, unknown>>;
}

/** An area that supports imports. */
export interface ImportTarget {
  area: string;
  table: RecordTable<AnyRecords>;
  /** Fields of every record, see {@link fieldsFor}. */
  fields: readonly ImportField[];
  /** Present if records have attributes. */
  attributes?: { table: ValueTable; save: Call };
  create: Pick<Call, "access" | "body"> & {
    /** All or none. */
    handleAll: (context: Context, bodies: readonly unknown[]) => Promise<readonly string[]>;
  };
  save: Call;
  /** Restores a record's earlier values. */
  putBack: (context: Context, given: PutBack) => Promise<unknown>;
  /** None if records cannot be deleted. */
  remove?: (context: Context, recordIds: readonly string[]) => Promise<unknown>;
  isIndependent: boolean;
  /** Whether one of these calls requires a recent factor (AU-12). */
  isConfirmed: boolean;
}

/** Every area with records that can be exported, and created and saved without a file. */
export function importTargets(
  areas: Readonly<Record<string, ImportableArea>>,
): ReadonlyMap<string, ImportTarget> {
  const targets = Object.entries(areas).flatMap(([area, one]): ImportTarget[] => {
    const call = (name: string) => one.routes.find(({ endpoint }) => endpoint.name === name);
    const [create, save, remove] = [call("create"), call("save"), call("remove")];
    const changed = one.importing?.create;
    const known = one.table ?? one.importing?.table;
    if (!known || !create || !save || !call("export")) return [];
    if ((create.endpoint.upload || create.slow) && !changed) return [];
    const table = known as RecordTable<AnyRecords>;
    const { access } = create.endpoint;
    const isIndependent = one.importing?.isIndependent ?? false;
    const created = changed ? { access, ...changed } : creationOf(create, table.idName, isIndependent);
    const fields = fieldsOf(table, created.body, one.importing?.alwaysSaved);
    const saved = callOf(save, table.idName);
    return [
      {
        area,
        table,
        fields,
        attributes: attributesOf(table, call("saveAttributes")),
        create: created,
        save: saved,
        putBack: async (context, { recordId, before, stored }) => {
          requirePermission(saved.access, context.user.permissions);
          const body = parseWith(saved.body, {
            ...needed(fields, stored),
            ...before,
            version: stored.version,
          });
          return saved.handle(context, body, recordId);
        },
        remove: remove && removalOf(remove, table.idName),
        isIndependent,
        isConfirmed: [create, save, remove].some((route) => route?.endpoint.confirm),
      },
    ];
  });
  return new Map(targets.map((target) => [target.area, target]));
}

function attributesOf({ records, idName }: RecordTable<AnyRecords>, save: Route | undefined) {
  return save && { table: valueTableOf(records.record as string), save: callOf(save, idName) };
}

function callOf({ endpoint, handler }: Route, idName: string): Call {
  return {
    access: endpoint.access,
    body: endpoint.body as z.ZodType,
    handle: (context, body, recordId) =>
      handler({ params: { [idName]: recordId }, query: emptyQuery(endpoint), body, context }),
  };
}

/** The fields that a save requires, with their stored values. */
export function needed(fields: readonly ImportField[], stored: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    fields.filter(({ isAlwaysSaved }) => isAlwaysSaved).map(({ name }) => [name, stored[name]]),
  );
}

const emptyQuery = ({ query }: Endpoint) => query?.parse({});

/** In one statement if no rule depends on records of earlier rows, else one by one. */
function creationOf(create: Route, idName: string, isIndependent: boolean): ImportTarget["create"] {
  const { access, body, handle } = callOf(create, idName);
  const { bulk } = create;
  if (bulk && (isIndependent || !bulk.isChecked)) return { access, body, handleAll: bulk.createAll };
  return {
    access,
    body,
    handleAll: async (context, bodies) => {
      const ids: string[] = [];
      for (const each of bodies) ids.push((await handle(context, each, "")) as string);
      return ids;
    },
  };
}

function removalOf({ endpoint, handler }: Route, idName: string) {
  return async (context: Context, recordIds: readonly string[]) => {
    requirePermission(endpoint.access, context.user.permissions);
    const query = endpoint.query?.parse({ [`${idName}s`]: recordIds });
    return handler({ params: {}, query, body: undefined, context });
  };
}

/** Fields that users fill in and exports contain, and the id. */
function fieldsOf(
  table: RecordTable<AnyRecords>,
  body: z.ZodType,
  alwaysSaved: readonly string[] = [],
): ImportField[] {
  const taken = "shape" in body ? (body.shape as object) : undefined;
  const columns = Object.entries(table.records.columns as Record<string, RecordColumn>).filter(
    ([name, { kind, traits }]) =>
      traits.readOnly !== true &&
      traits.exported !== false &&
      kind !== "translations" &&
      kind !== "ids" &&
      (taken === undefined || name in taken),
  );
  return [
    { name: table.idName, isRequired: false, isAlwaysSaved: false },
    ...columns.map(([name, column]) => {
      const isRequired = column.traits.required === true;
      return { name, column, isRequired, isAlwaysSaved: isRequired || alwaysSaved.includes(name) };
    }),
  ];
}

/** Whether a user may import into an area at all: other missing permissions are errors of a row. */
export function mayImport({ create, save }: ImportTarget, { permissions }: SignedInUser): boolean {
  return isPermitted(create.access, permissions) || isPermitted(save.access, permissions);
}
