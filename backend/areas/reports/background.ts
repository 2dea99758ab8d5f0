import type { FileResponse } from "../../../lib/contract/file";
import type { ChosenRows, ReportDocument } from "../../../lib/contract/report-layouts";
import { conflict, notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import { countDistinct, distinctIds } from "../../database/uuid";
import { removeAfterCommit } from "../../deferred/unreferenced-files";
import { requirePermission } from "../../endpoint/permission";
import type { Context } from "../../endpoint/route";
import { bytesOf, fileKey, reportDocumentFiles } from "../../files/store";
import { instantOf, instantOrNull } from "../../lists/list";
import { idArray } from "../../members/memberships";
import { checkFill, countRows, docxType, maxRows, nameOf } from "./documents";
import { fillDueDocuments } from "./due-documents";
import { rowsQueryOf, writtenRows } from "./filling/chosen-rows";
import { permissionsToSee, sources } from "./filling/sources";
import { fileOfLayout } from "./layout-files";
import { reportTable } from "./layouts";

/** Limits of one person's documents: unfinished, and kept. */
const limits = { unfinished: 5, kept: 20 };

/**
 * Fills a layout in the background and notifies its user when done.
 * @returns the id of the document
 * @throws {RequestError} as `filledDocument` does, 409 while too many of the user's are unfinished
 */
export async function requestDocument(
  context: Context,
  { reportId, reportLayoutId }: { reportId: string; reportLayoutId: string },
  chosen: ChosenRows,
): Promise<string> {
  const { db, user, language, timeZone = "UTC", connection, files, afterCommit } = context;
  const report = await reportTable.get(db, reportId);
  const layout = await fileOfLayout(db, reportId, reportLayoutId);
  checkFill(user.permissions, report, layout);
  const rowCount = await countRows(context, report, {
    query: rowsQueryOf(report.source, chosen),
    most: maxRows,
    format: "docx",
  });
  // Serializes a user's requests, to enforce the limit of waiting documents.
  await db.execute(sql`select from users where user_id = app_actor() for no key update`);
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from report_documents where finished_on is null`,
  );
  if ((counted[0]?.count ?? 0) >= limits.unfinished)
    throw conflict("tooManyDocuments", { max: limits.unfinished });
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into report_documents (report_id, report_layout_file_id, document_name, phrase, language, time_zone, row_count)
    values (${reportId}, ${layout.fileId}, ${nameOf(layout, "docx")}, ${writtenRows(chosen)}, ${language}, ${timeZone}, ${rowCount})
    returning report_document_id as id`);
  const { rows: dropped } = await db.execute<Removed>(sql`
    delete from report_documents where report_document_id in (select report_document_id from report_documents
      where finished_on is not null order by created_on desc, report_document_id desc offset ${limits.kept})
    returning file_id as "fileId"`);
  removeFiles(context, dropped);
  // On failure or interruption the next free server continues a minute later.
  afterCommit(async () => {
    fillDueDocuments({ connection, files }).catch(() => {});
  });
  return (rows[0] as { id: string }).id;
}

/** The acting user's documents of a report, newest first. */
export async function documentsOf({ db }: Context, reportId: string): Promise<ReportDocument[]> {
  await reportTable.get(db, reportId);
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select report_document_id as "reportDocumentId", document_name as "documentName", split_part(phrase, chr(10), 1) as phrase, row_count as "rowCount",
      rows_done as "rowsDone", file_size::float8 as "fileSize", created_on as "createdOn", finished_on as "finishedOn",
      case when finished_on is not null then case when file_id is null then 'failed' else 'done' end
        when claimed_until > now() then 'running' else 'waiting' end as state
    from report_documents where report_id = ${reportId} order by created_on desc, report_document_id desc limit 100`);
  return rows.map((row) => ({
    ...(row as unknown as ReportDocument),
    createdOn: instantOf(row.createdOn),
    finishedOn: instantOrNull(row.finishedOn),
  }));
}

interface Stored extends Record<string, unknown> {
  fileId: string;
  fileName: string;
  size: number;
  placeholders: string[];
}

/** @throws {RequestError} 404 while unfinished, 403 when the caller may no longer see its data */
export async function documentResponse(
  { db, files, tenant: { tenantId }, user }: Context,
  reportId: string,
  documentId: string,
): Promise<FileResponse> {
  const { source } = await reportTable.get(db, reportId);
  requirePermission([sources[source].permission], user.permissions);
  const { rows } = await db.execute<Stored>(sql`
    select d.file_id as "fileId", d.document_name as "fileName", d.file_size::float8 as size, f.placeholders
    from report_documents d join report_layout_files f using (tenant_id, report_layout_file_id)
    where d.report_id = ${reportId} and d.report_document_id = ${documentId} and d.file_id is not null`);
  const [found] = rows;
  if (!found) throw notFound();
  requirePermission(permissionsToSee(source, found.placeholders), user.permissions);
  const { fileId, fileName, size } = found;
  const key = fileKey(reportDocumentFiles, { tenantId, fileId });
  return {
    fileName,
    mediaType: docxType,
    content: bytesOf(files, key),
    isDetached: true,
    stored: { size, entityTag: `"${fileId}"`, part: (range) => bytesOf(files, key, range) },
  };
}

/** All or none; aborts one in progress. @throws {RequestError} 404 */
export async function removeDocuments(
  context: Context,
  reportId: string,
  documentIds: readonly string[],
): Promise<null> {
  const { rows } = await context.db.execute<Removed>(sql`
    delete from report_documents where report_id = ${reportId}
      and report_document_id = any(${idArray(distinctIds(documentIds))}) returning file_id as "fileId"`);
  if (rows.length !== countDistinct(documentIds)) throw notFound();
  removeFiles(context, rows);
  return null;
}

interface Removed extends Record<string, unknown> {
  fileId: string | null;
}

function removeFiles(context: Context, removed: readonly Removed[]) {
  const { tenantId } = context.tenant;
  removeAfterCommit(
    context,
    removed.flatMap(({ fileId }) => (fileId ? fileKey(reportDocumentFiles, { tenantId, fileId }) : [])),
  );
}
