import type * as z from "zod";
import { noTranslations } from "../../../lib/contract/columns";
import {
  type ReportLayoutDetail,
  type reportLayoutBody,
  type reportLayoutEdit,
  reportLayoutList,
} from "../../../lib/contract/report-layouts";
import { type ReportSource, reportSources } from "../../../lib/contract/report-sources";
import { reportRecords } from "../../../lib/contract/reports";
import { type Language, languages } from "../../../lib/preferences/preferences";
import { extensionOf } from "../../../lib/validation/files";
import { areaTexts } from "../../core/area-texts";
import { invalid, notFound, stale } from "../../core/errors";
import { sql } from "../../database/sql";
import { currentLanguage, type Database, inTenant, translated } from "../../database/transaction";
import { countDistinct, distinctIds } from "../../database/uuid";
import type { Context, SlowContext } from "../../endpoint/route";
import { ReceivedFile } from "../../http/uploads";
import { listSource } from "../../lists/declared-list";
import { idArray } from "../../members/memberships";
import { recordTable } from "../../records/table";
import { type CheckedLayout, checkLayout } from "./filling/check-layout";

type Raw = Record<string, unknown>;

/** The seeded name of each report by source and language, also in languages that a tenant did not have when it was created. */
const seededNames = JSON.stringify(
  Object.fromEntries(
    reportSources.map((source) => [
      source,
      Object.fromEntries(languages.map((language) => [language, seededName(source, language)])),
    ]),
  ),
);

function seededName(source: ReportSource, language: Language): string {
  return areaTexts[language].choices.reports?.source?.[source] ?? source;
}

/** The seeded name in the reader's language, while the report still has its seeded name. */
const translatedSeededName = sql`case r.report_name when ${seededNames}::jsonb -> r.source ->> 'en'
  then ${seededNames}::jsonb -> r.source ->> ${currentLanguage} end`;

export const reportTable = recordTable(reportRecords, {
  columns: {
    reportNameTranslated: {
      read: sql`coalesce(nullif(r.report_name_translation ->> ${currentLanguage}, ''), ${translatedSeededName}, r.report_name)`,
    },
    layoutCount: {
      read: sql`(select count(*) from report_layouts l
        where l.tenant_id = r.tenant_id and l.report_id = r.report_id and l.archived_on is null)`,
    },
  },
});

/** The active layouts of a report: few, so they are sorted directly. */
export const layoutsOf = (reportId: string) =>
  listSource(reportLayoutList, {
    from: sql`report_layouts l join report_layout_files f on f.tenant_id = l.tenant_id
      and f.report_layout_id = l.report_layout_id and f.sync_version = l.sync_version`,
    alias: "l",
    where: sql`l.report_id = ${reportId} and l.archived_on is null`,
    id: sql`l.report_layout_id`,
    columns: {
      reportLayoutName: { by: sql`fold(l.report_layout_name)` },
      reportLayoutNameTranslated: {
        read: translated(sql`l.report_layout_name`, sql`l.report_layout_name_translation`),
      },
      fileName: { by: sql`fold(l.file_name)` },
      fileExtension: { table: "f" },
      fileSize: { table: "f" },
      isFillable: { table: "f" },
      problemCount: { read: sql`jsonb_array_length(f.problems)` },
      createdBy: { by: sql`fold(l.created_by_name)` },
    },
    search: { text: sql`fold(l.report_layout_name || E'\n' || l.file_name || E'\n' || l.description)` },
    complete: ({ reportLayoutNameTranslation, ...layout }) => ({
      ...layout,
      reportLayoutNameTranslation: { ...noTranslations, ...reportLayoutNameTranslation },
    }),
  });

/** An active layout of a report. @throws {RequestError} 404 */
export async function layoutOf(db: Database, reportId: string, layoutId: string, lock = sql``) {
  const { detail, rows: layouts, where, read } = layoutsOf(reportId);
  const { rows } = await db.execute<Raw>(sql`
    select ${detail.columns}, f.placeholders, f.problems from ${layouts}
    where ${where} and l.report_layout_id = ${layoutId} ${lock}`);
  if (!rows[0]) throw notFound();
  const { placeholders, problems } = rows[0] as Pick<ReportLayoutDetail, "placeholders" | "problems">;
  return { ...read(rows[0]), placeholders, problems };
}

/** The layout file in a request. @throws {RequestError} 400 on `file` when it is missing or empty */
function requestFile(file: unknown): ReceivedFile {
  // A JSON body can claim a file that it does not have.
  if (!(file instanceof ReceivedFile)) throw invalid([{ propertyName: "file", rule: "fileMissing" }]);
  if (file.size === 0) throw invalid([{ propertyName: "file", rule: "emptyFile" }]);
  return file;
}

/** Checks a request's file while no transaction is open. @throws {RequestError} as `checkLayout` does */
export async function checkedFile(
  context: SlowContext,
  reportId: string,
  given: unknown,
): Promise<CheckedLayout> {
  const file = requestFile(given);
  const { source } = await inTenant(context.connection, context.tenant.tenantId, undefined, (db) =>
    reportTable.get(db, reportId),
  );
  return checkLayout(context, { key: file.key, extension: extensionOf(file.name), size: file.size }, source);
}

async function addVersion(
  { db, afterCommit }: Context,
  { layoutId, fileName, syncVersion }: { layoutId: string; fileName: string; syncVersion: number },
  file: ReceivedFile,
  { isFillable, placeholders, problems }: CheckedLayout,
): Promise<void> {
  await db.execute(sql`
    insert into report_layout_files (report_layout_file_id, report_layout_id, sync_version, file_name, file_extension, file_size,
      file_checksum, is_fillable, placeholders, problems)
    values (${file.fileId}, ${layoutId}, ${syncVersion}, ${fileName}, ${extensionOf(file.name)}, ${file.size},
      ${file.checksum}, ${isFillable}, ${JSON.stringify(placeholders)}, ${JSON.stringify(problems)})`);
  afterCommit(async () => file.keep());
}

/** @throws {RequestError} 404, 400 on `file` */
export async function createLayout(
  context: Context,
  reportId: string,
  { file, ...given }: z.output<typeof reportLayoutBody>,
  checked: CheckedLayout,
): Promise<string> {
  const received = requestFile(file);
  await reportTable.get(context.db, reportId);
  const { reportLayoutName, fileName, description } = given;
  const translation = { ...noTranslations, ...given.reportLayoutNameTranslation };
  const { rows } = await context.db.execute<{ layoutId: string }>(sql`
    insert into report_layouts (report_id, report_layout_name, report_layout_name_translation, file_name, description)
    values (${reportId}, ${reportLayoutName}, ${JSON.stringify(translation)}, ${fileName}, ${description})
    returning report_layout_id as "layoutId"`);
  const { layoutId } = rows[0] as { layoutId: string };
  await addVersion(context, { layoutId, fileName, syncVersion: 1 }, received, checked);
  return layoutId;
}

/** @returns the layout, locked @throws {RequestError} 404, 409 with the stored layout when its version differs */
export async function checkLayoutSave(
  { db }: Context,
  { reportId, reportLayoutId }: { reportId: string; reportLayoutId: string },
  { version }: { version?: number },
): Promise<ReportLayoutDetail> {
  const stored = await layoutOf(db, reportId, reportLayoutId, sql`for no key update of l`);
  if (version !== undefined && version !== stored.version) throw stale(stored);
  return stored;
}

/** Leaves omitted fields unchanged. @throws {RequestError} as {@link checkLayoutSave} does, 400 on `file` */
export async function saveLayout(
  context: Context,
  params: { reportId: string; reportLayoutId: string },
  given: z.output<typeof reportLayoutEdit>,
  checked: CheckedLayout | undefined,
): Promise<ReportLayoutDetail> {
  const { db } = context;
  const stored = await checkLayoutSave(context, params, given);
  const { reportId, reportLayoutId: layoutId } = params;
  const next = {
    name: given.reportLayoutName ?? stored.reportLayoutName,
    translation: JSON.stringify({
      ...stored.reportLayoutNameTranslation,
      ...given.reportLayoutNameTranslation,
    }),
    fileName: given.fileName ?? stored.fileName,
    description: given.description ?? stored.description,
    syncVersion: stored.syncVersion + (checked ? 1 : 0),
  };
  if (checked) {
    const { fileName, syncVersion } = next;
    await addVersion(context, { layoutId, fileName, syncVersion }, requestFile(given.file), checked);
  }
  await db.execute(sql`
    update report_layouts set report_layout_name = ${next.name}, report_layout_name_translation = ${next.translation}::jsonb,
      file_name = ${next.fileName}, description = ${next.description}, sync_version = ${next.syncVersion}
    where report_layout_id = ${layoutId} and (report_layout_name, report_layout_name_translation, file_name, description, sync_version)
      is distinct from (${next.name}, ${next.translation}::jsonb, ${next.fileName}, ${next.description}, ${next.syncVersion}::int)`);
  return layoutOf(db, reportId, layoutId);
}

/**
 * Archives all or none; keeps files, also for a document in progress. @throws {RequestError} 404 when one does not
 * exist
 */
export async function removeLayouts(
  { db }: Context,
  reportId: string,
  layoutIds: readonly string[],
): Promise<null> {
  await reportTable.get(db, reportId);
  const { rows } = await db.execute(sql`
    update report_layouts set archived_on = now()
    where report_id = ${reportId} and report_layout_id = any(${idArray(distinctIds(layoutIds))}) and archived_on is null
    returning 1 as done`);
  if (rows.length !== countDistinct(layoutIds)) throw notFound();
  return null;
}
