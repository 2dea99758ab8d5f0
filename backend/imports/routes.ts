import { sql } from "drizzle-orm";
import { contract } from "../../lib/contract";
import type { ImportDetail } from "../../lib/contract/imports";
import { type Database, inTenant } from "../database/transaction";
import { conflict, forbidden, invalid } from "../http/errors";
import { type Context, implement, type Route, type SlowContext, slowHandler } from "../http/route";
import { ReceivedFile } from "../http/uploads";
import { faultsFile } from "./faults-file";
import { detached, textOfCell } from "./file/cell";
import { type FileTable, openTable } from "./file/table";
import {
  detailOf,
  fieldsOfImport,
  importRows,
  latestImports,
  lockImport,
  markTwins,
  storedImport,
} from "./queries";
import { type ImportableArea, type ImportTarget, importTargets, matchedFields, mayImport } from "./targets";
import { undoNext } from "./undo";
import { dryRunNext, runNext } from "./work";

/** Imports into all areas: calls each area's own handlers, so that no rule is duplicated (TL-09). */
export function importRoutes(areas: Readonly<Record<string, ImportableArea>>): readonly Route[] {
  const targets = importTargets(areas);
  const targetOf = (context: Pick<Context, "user">, area: string): ImportTarget => {
    const target = targets.get(area);
    if (!target) throw invalid([{ propertyName: "area", rule: "unknown" }]);
    if (!mayImport(target, context.user)) throw forbidden();
    return target;
  };
  /** Of the user's own import. */
  const ownTarget = async (context: Context, importId: string) => {
    const { area } = await storedImport(context, importId);
    return targetOf(context, area);
  };
  return implement(contract.imports, {
    create: slowHandler({
      check: async ({ body, context }) => {
        targetOf(context, body.area);
        if (!(body.file instanceof ReceivedFile)) throw invalid([{ propertyName: "file", rule: "required" }]);
        if (body.file.size === 0) throw invalid([{ propertyName: "file", rule: "emptyFile" }]);
      },
      prepare: ({ body, context }) =>
        keepRows(context, targetOf(context, body.area), body.id, body.file as ReceivedFile),
      handle: ({ body, context }) => detailOf(context, targetOf(context, body.area), body.id),
    }),
    list: async ({ query, context }) => {
      const asked = query.area === undefined ? [...targets.values()] : [targetOf(context, query.area)];
      return latestImports(context, asked);
    },
    detail: async ({ params, context }) =>
      detailOf(context, await ownTarget(context, params.importId), params.importId),
    saveColumns: async ({ params, body, context }) =>
      saveColumns(context, await ownTarget(context, params.importId), params.importId, body.fields),
    dryRun: async ({ params, context }) =>
      dryRunNext(context, await ownTarget(context, params.importId), params.importId),
    run: async ({ params, body, context }) =>
      runNext(context, await ownTarget(context, params.importId), params.importId, body),
    undo: async ({ params, context }) =>
      undoNext(context, await ownTarget(context, params.importId), params.importId),
    rows: async ({ params, query, context }) => {
      await ownTarget(context, params.importId);
      return importRows(context, params.importId, query);
    },
    faults: async ({ params, context }) => {
      const target = await ownTarget(context, params.importId);
      return faultsFile(context, target, await storedImport(context, params.importId));
    },
  });
}

/** PostgreSQL stores neither U+0000 nor lone surrogates. */
const storable = (_: string, value: unknown) =>
  typeof value === "string"
    ? value.replaceAll("\u0000", "\ufffd").replace(/\p{Surrogate}/gu, "\ufffd")
    : value;

/** Limits of one batch: rows, and characters of them. */
const atOnce = { rows: 1_000, characters: 4_000_000 };
const maxSamples = 3;

/**
 * Reads a file and stores its rows in batches, one transaction each; they count once all are stored.
 * @throws {RequestError} 400 as {@link openTable} does, 409 for an id that another user has
 */
async function keepRows(
  context: SlowContext,
  target: ImportTarget,
  importId: string,
  file: ReceivedFile,
): Promise<void> {
  const { connection, tenant, user, language, inTurn } = context;
  const within: Within = (work) => inTurn(() => inTenant(connection, tenant.tenantId, user, work));
  const known = await within(async (db) => {
    const { rows } = await db.execute<{ isRead: boolean }>(
      sql`select is_read as "isRead" from imports where import_id = ${importId}`,
    );
    return rows[0];
  });
  if (known?.isRead) return;
  const table = await openTable(context.files, file, language);
  try {
    // Removes the rows of an interrupted attempt.
    if (known) await forget(within, importId);
    const isNew = await within(async (db) => {
      const { rows } = await db.execute(sql`
        insert into imports (import_id, area, file_name, encoding, separator)
        values (${importId}, ${target.area}, ${file.name.slice(0, 255)}, ${table.encoding}, ${table.separator})
        on conflict do nothing returning 1`);
      return rows.length > 0;
    });
    if (!isNew) throw conflict("concurrent");
    const { samples, count } = await keepAll(within, importId, table);
    const fields = matchedFields(target, table.headings, language);
    const columns = table.headings.map((heading, index) => ({
      heading: heading.slice(0, 200),
      samples: samples[index] ?? [],
      field: fields[index] ?? null,
    }));
    await within(async (db) => {
      await markTwins(db, importId, fieldsOfImport(target, { columns }));
      await db.execute(sql`update imports set columns = ${JSON.stringify(columns)}::text::jsonb, row_count = ${count}, is_read = true,
        warnings = ${JSON.stringify(table.warnings())}::text::jsonb where import_id = ${importId}`);
    });
  } catch (error) {
    await forget(within, importId);
    throw error;
  } finally {
    await table.close();
  }
}

type Within = <T>(work: (db: Database) => Promise<T>) => Promise<T>;

const forget = (within: Within, importId: string) =>
  within((db) => db.execute(sql`delete from imports where import_id = ${importId} and not is_read`));

/** @returns the number of rows, and the first value of each column */
async function keepAll(within: Within, importId: string, { headings, rows: all }: FileTable) {
  const samples: string[][] = headings.map(() => []);
  let count = 0;
  let batch: string[] = [];
  let characters = 0;
  const keep = async () => {
    const rows = `[${batch.join(",")}]`;
    batch = [];
    characters = 0;
    await within((db) =>
      db.execute(sql`insert into import_rows (import_id, row_number, cells)
        select ${importId}, (kept ->> 0)::int, kept -> 1 from jsonb_array_elements(${rows}::text::jsonb) as kept`),
    );
  };
  for await (const rows of all)
    for (const { rowNumber, cells } of rows) {
      count += 1;
      const kept = JSON.stringify([rowNumber, cells], storable);
      batch.push(kept);
      characters += kept.length;
      for (const [index, known] of samples.entries()) {
        const text = textOfCell(cells[index]);
        if (text !== "" && known.length < maxSamples) known.push(detached(text.slice(0, 100)));
      }
      if (batch.length >= atOnce.rows || characters >= atOnce.characters) await keep();
    }
  if (batch.length > 0) await keep();
  return { samples, count };
}

/** @throws {RequestError} 404, 400 on an unknown or duplicate field, 409 once it runs */
async function saveColumns(
  context: Context,
  target: ImportTarget,
  importId: string,
  given: readonly (string | null)[],
): Promise<ImportDetail> {
  const { db } = context;
  const stored = await lockImport(context, importId);
  if (stored.runTo > 0) throw conflict("importBegun");
  const known = new Set(target.fields.map(({ name }) => name));
  given.forEach((field, index) => {
    const isRepeated = field !== null && given.indexOf(field) !== index;
    if (field !== null && (!known.has(field) || isRepeated))
      throw invalid([{ propertyName: `fields.${index}`, rule: isRepeated ? "taken" : "unknown" }]);
  });
  const columns = stored.columns.map((column, index) => ({ ...column, field: given[index] ?? null }));
  await db.execute(sql`
    update import_rows set twin = null, outcome = null, fields = '[]', error = null, record_id = null
    where import_id = ${importId} and (outcome is not null or twin is not null)`);
  await markTwins(db, importId, fieldsOfImport(target, { columns }));
  await db.execute(sql`update imports set columns = ${JSON.stringify(columns)}::text::jsonb, dry_run_to = 0, dry_run = '{}'
    where import_id = ${importId}`);
  return detailOf(context, target, importId);
}
