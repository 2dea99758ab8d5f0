import type * as z from "zod";
import type { RecordColumn } from "../../lib/contract/columns";
import type { Access, Endpoint } from "../../lib/contract/endpoint";
import { fold } from "../../lib/format/fold";
import type { Language } from "../../lib/preferences/preferences";
import { languages } from "../../lib/preferences/preferences";
import { areaTexts } from "../area-texts";
import { checkedBy } from "../http/input";
import { isPermitted, requirePermission } from "../http/permission";
import type { Context, Route, SignedInUser } from "../http/route";
import { severalBy } from "../records/handlers";
import type { AnyRecords, RecordTable } from "../records/table";

/** What an area does otherwise when records come from a file. */
export interface ImportChanges {
  /** The table of records that are not each tenant's own. */
  // biome-ignore lint/suspicious/noExplicitAny: as any area has it
  table?: RecordTable<any>;
  /** In place of the area's own call, where that takes what no file has. */
  create?: {
    body: z.ZodType;
    /** Makes records, all or none, and answers their ids. */
    // biome-ignore lint/suspicious/noExplicitAny: as the schema beside it reads it
    handleAll: (context: Context, bodies: readonly any[]) => Promise<readonly string[]>;
  };
  /** What a save cannot do without, besides what every record has. */
  alwaysSaved?: readonly string[];
  /** True where no rule of a record looks at other ones, so that several can be saved at the same time. */
  isIndependent?: true;
}

/** What an area says of itself that its records can be imported by: nothing that it would not say anyhow. */
export interface ImportableArea {
  routes: readonly Route[];
  // biome-ignore lint/suspicious/noExplicitAny: as any area has it
  table?: RecordTable<any>;
  importing?: ImportChanges;
}

export interface ImportField {
  name: string;
  /** None for the id, by which a record is found again. */
  column?: RecordColumn;
  isRequired: boolean;
  /** A save is sent it as it is stored where a file says nothing of it. */
  isAlwaysSaved: boolean;
}

/** A call of an area that imports make for somebody, with the permissions and rules that it has. */
interface Call {
  access: Access;
  body: z.ZodType;
  handle: (context: Context, body: unknown, recordId: string) => Promise<unknown>;
}

interface PutBack {
  recordId: string;
  before: Readonly<Record<string, unknown>>;
  /** The record as it is. */
  stored: Readonly<Record<string, unknown>>;
}

/** An area that can be imported into. */
export interface ImportTarget {
  area: string;
  table: RecordTable<AnyRecords>;
  fields: readonly ImportField[];
  create: Pick<Call, "access" | "body"> & {
    /** All or none. */
    handleAll: (context: Context, bodies: readonly unknown[]) => Promise<readonly string[]>;
  };
  save: Call;
  /** Gives a record the values again that it had. */
  putBack: (context: Context, given: PutBack) => Promise<unknown>;
  /** None where records are not deleted. */
  remove?: (context: Context, recordIds: readonly string[]) => Promise<unknown>;
  isIndependent: boolean;
}

/** Every area that has records which are exported, created and saved without a file. */
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
        create: created,
        save: saved,
        putBack: async (context, { recordId, before, stored }) => {
          requirePermission(saved.access, context.user.permissions);
          const body = checkedBy(saved.body, {
            ...needed(fields, stored),
            ...before,
            version: stored.version,
          });
          return saved.handle(context, body, recordId);
        },
        remove: remove && removalOf(remove, table.idName),
        isIndependent,
      },
    ];
  });
  return new Map(targets.map((target) => [target.area, target]));
}

function callOf({ endpoint, handler }: Route, idName: string): Call {
  return {
    access: endpoint.access,
    body: endpoint.body as z.ZodType,
    handle: (context, body, recordId) =>
      handler({ params: { [idName]: recordId }, query: emptyQuery(endpoint), body, context }),
  };
}

/** What a save cannot do without, as it is stored. */
export function needed(fields: readonly ImportField[], stored: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    fields.filter(({ isAlwaysSaved }) => isAlwaysSaved).map(({ name }) => [name, stored[name]]),
  );
}

const emptyQuery = ({ query }: Endpoint) => query?.parse({});

/** In one statement where no rule could look at the record of a row before, else one by one. */
function creationOf(create: Route, idName: string, isIndependent: boolean): ImportTarget["create"] {
  const { access, body, handle } = callOf(create, idName);
  const several = severalBy(create.handler);
  if (several && (isIndependent || !several.isChecked)) return { access, body, handleAll: several.createAll };
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

/** What people fill in and exports have, and the id. */
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

/** Whether somebody may import into an area at all: what they may not do of it is the fault of a row. */
export function mayImport({ create, save }: ImportTarget, { permissions }: SignedInUser): boolean {
  return isPermitted(create.access, permissions) || isPermitted(save.access, permissions);
}

export function labelOf({ area, table }: ImportTarget, name: string, language: Language): string {
  return name === table.idName ? "ID" : (areaTexts[language].fields[area]?.[name] ?? name);
}

/** `E-Mail`, `e mail` and `Email` mean the same. */
const folded = (text: string) => fold(text).replace(/[\s\-_.:*]+/g, "");

/** The field that each heading means, by its name or by what any of our languages calls it; each field once. */
export function matchedFields(
  target: ImportTarget,
  headings: readonly string[],
  language: Language,
): (string | null)[] {
  const known = new Map<string, string>();
  const learn = (label: string, name: string) => known.has(folded(label)) || known.set(folded(label), name);
  for (const { name } of target.fields) learn(name, name);
  for (const each of [language, ...languages])
    for (const { name } of target.fields) learn(labelOf(target, name, each), name);
  const free = new Set(target.fields.map(({ name }) => name));
  return headings.map((heading) => {
    const name = known.get(folded(heading));
    return name !== undefined && free.delete(name) ? name : null;
  });
}
