import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { FileResponse } from "../../../lib/contract/file";
import type { ReportDocument } from "../../../lib/contract/report-layouts";
import type { Language } from "../../../lib/preferences/preferences";
import { type Grant, permissionsOf } from "../../access/grants";
import { idArray } from "../../access/memberships";
import { instantOf, instantOrNull } from "../../database/list";
import { type Connection, type Database, enterTenant, inTenant } from "../../database/transaction";
import { countDistinct, distinctIds } from "../../database/uuid";
import { bytesOf, type FileStore, fileKey, reportDocumentFiles } from "../../files/store";
import { requestErrorOf } from "../../http/error-response";
import { conflict, forbidden, notFound } from "../../http/errors";
import type { Context } from "../../http/route";
import { notify } from "../../notifications/notify";
import { idsOf, type RawRow, reportFacts, rowsOf } from "../../reports/report-data";
import { sources } from "../../reports/sources";
import { countRows, docxType, fill, mayFill, nameOf } from "./documents";
import { fileOfLayout, layoutFileById, reportTable, speak } from "./layouts";

/** Rows of a document at most, and documents of one person: that wait or are made, and that are kept. */
const most = { rows: 50_000, unfinished: 5, kept: 20 };

/** Seconds for which a document is left to the process that says so; it says so again and again. */
const claimSeconds = 120;
const mostAttempts = 3;
/** Milliseconds after which it is noted how far a document is. */
const notedEvery = 1_000;
/** Rows that are read at once: each time others have their turn with the database. */
const readAtOnce = 500;

interface Work {
  connection: Connection;
  files: FileStore;
}

/**
 * Has a layout filled while nobody waits for it: its user is told when that is done.
 * @returns the id of the document
 * @throws {RequestError} as `filledDocument` does, 409 while too many of the user's are not made yet
 */
export async function requestDocument(
  context: Context,
  { reportId, reportLayoutId }: { reportId: string; reportLayoutId: string },
  phrase: string,
): Promise<string> {
  const { db, user, language, timeZone = "UTC", connection, files, afterCommit } = context;
  const report = await reportTable.get(db, reportId);
  const layout = await fileOfLayout(db, reportId, reportLayoutId);
  mayFill(user.permissions, report, layout);
  const rowCount = await countRows(context, report, { phrase, most: most.rows });
  // One after the other, so that no more are waiting than may be.
  await db.execute(sql`select from users where user_id = app_actor() for no key update`);
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from report_documents where finished_on is null`,
  );
  if ((counted[0]?.count ?? 0) >= most.unfinished)
    throw conflict("tooManyDocuments", { max: most.unfinished });
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into report_documents (report_id, report_layout_file_id, document_name, phrase, language, time_zone, row_count)
    values (${reportId}, ${layout.fileId}, ${nameOf(layout, "docx")}, ${phrase}, ${language}, ${timeZone}, ${rowCount})
    returning report_document_id as id`);
  const { rows: dropped } = await db.execute<Removed>(sql`
    delete from report_documents where report_document_id in (select report_document_id from report_documents
      where finished_on is not null order by created_on desc, report_document_id desc offset ${most.kept})
    returning file_id as "fileId"`);
  removeFiles(context, dropped);
  // What fails, or is interrupted, is done a minute later, by whatever server comes first.
  afterCommit(async () => {
    fillDueDocuments({ connection, files }).catch(() => {});
  });
  return (rows[0] as { id: string }).id;
}

/** The documents of a report that the acting user has asked for, the newest first. */
export async function documentsOf({ db }: Context, reportId: string): Promise<ReportDocument[]> {
  await reportTable.get(db, reportId);
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select report_document_id as "reportDocumentId", document_name as "documentName", phrase, row_count as "rowCount",
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
}

/** @throws {RequestError} 404 while it is not made, 403 for who may not see any more what it tells of */
export async function documentResponse(
  { db, files, tenant: { tenantId }, user }: Context,
  reportId: string,
  documentId: string,
): Promise<FileResponse> {
  const { source } = await reportTable.get(db, reportId);
  if (!user.permissions.has(sources[source].permission)) throw forbidden();
  const { rows } = await db.execute<Stored>(sql`
    select file_id as "fileId", document_name as "fileName", file_size::float8 as size from report_documents
    where report_id = ${reportId} and report_document_id = ${documentId} and file_id is not null`);
  const [found] = rows;
  if (!found) throw notFound();
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

/** All or none; one that is being made is given up. @throws {RequestError} 404 */
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

/** What cannot be removed now is swept one day. */
function removeFiles({ files, tenant: { tenantId }, afterCommit }: Context, removed: readonly Removed[]) {
  afterCommit(async () => {
    for (const { fileId } of removed)
      if (fileId)
        await files.remove(fileKey(reportDocumentFiles, { tenantId, fileId })).catch(() => undefined);
  });
}

interface Due extends Record<string, unknown> {
  tenantId: string;
  tenantName: string;
  documentId: string;
  reportId: string;
  layoutFileId: string;
  documentName: string;
  userId: string;
  userName: string;
  displayName: string;
  phrase: string;
  language: Language;
  timeZone: string;
  attempts: number;
}

const atWork = new WeakMap<Connection, { isAskedAgain: boolean }>();

/** Makes the documents that are due, one after the other, until none is left that no other process is at. */
export async function fillDueDocuments(work: Work): Promise<void> {
  const { connection } = work;
  const there = atWork.get(connection);
  if (there) {
    there.isAskedAgain = true;
    return;
  }
  const own = { isAskedAgain: true };
  atWork.set(connection, own);
  try {
    while (own.isAskedAgain) {
      own.isAskedAgain = false;
      for (let due = await claim(connection); due; due = await claim(connection)) await makeDue(work, due);
    }
  } finally {
    atWork.delete(connection);
  }
}

/** Those who have had none lately come first. */
function claim(connection: Connection): Promise<Due | undefined> {
  return connection.transaction("owner", async (db) => {
    const { rows } = await db.execute<Due>(sql`
      with due as (
        select d.tenant_id, d.report_document_id from report_documents d
        where d.finished_on is null and (d.claimed_until is null or d.claimed_until < now())
        order by d.attempts, d.created_on limit 1 for update skip locked
      )
      update report_documents d set claimed_until = now() + make_interval(secs => ${claimSeconds}), attempts = d.attempts + 1
      from due, tenants t, users u
      where d.tenant_id = due.tenant_id and d.report_document_id = due.report_document_id
        and t.tenant_id = d.tenant_id and u.tenant_id = d.tenant_id and u.user_id = d.user_id
      returning d.tenant_id as "tenantId", t.name as "tenantName", d.report_document_id as "documentId", d.report_id as "reportId",
        d.report_layout_file_id as "layoutFileId", d.document_name as "documentName", d.user_id as "userId",
        u.user_name as "userName", display_name(u.first_name, u.last_name, u.user_name) as "displayName",
        d.phrase, d.language, d.time_zone as "timeZone", d.attempts`);
    return rows[0];
  });
}

async function makeDue(work: Work, due: Due): Promise<void> {
  try {
    await finish(work, due, await make(work, due));
  } catch (error) {
    // What may go another time is tried again once its claim has run out.
    if (requestErrorOf(error).status >= 500 && due.attempts < mostAttempts) return;
    await finish(work, due, undefined);
  }
}

interface Made {
  fileId: string;
  size: number;
}

/** @throws {RequestError} 403 for who may not any more, and as filling does */
async function make({ connection, files }: Work, due: Due): Promise<Made> {
  const { tenantId, tenantName, userId, userName, displayName, documentId, phrase, language } = due;
  const actor = { userId, userName: displayName };
  const asUser = <T>(run: (db: Database) => Promise<T>) => inTenant(connection, tenantId, actor, run);
  const { layout, facts, ids } = await asUser(async (db) => {
    await speak(db, language);
    const report = await reportTable.get(db, due.reportId);
    const layout = await layoutFileById(db, due.layoutFileId);
    const permissions = await permissionsNow(db, userId);
    mayFill(permissions, report, layout);
    const user = { userId, userName, displayName };
    const facts = await reportFacts(db, report, { tenantName, user, language, timeZone: due.timeZone });
    const asked = { phrase, most: most.rows, facts: { permissions, timeZone: due.timeZone } };
    return { layout, facts, ids: await idsOf(db, report.source, asked) };
  });
  // Each row is read, and written.
  const done = { read: 0, written: 0 };
  const isThere = () =>
    asUser(async (db) => {
      const { rows } = await db.execute(sql`
        update report_documents set rows_done = ${Math.min(Math.floor((done.read + done.written) / 2), ids.length)}, row_count = ${ids.length},
          claimed_until = now() + make_interval(secs => ${claimSeconds})
        where report_document_id = ${documentId} and finished_on is null returning 1`);
      return rows.length > 0;
    });
  async function* batches(): AsyncGenerator<RawRow[]> {
    for (let from = 0; from < ids.length; from += readAtOnce) {
      const among = ids.slice(from, from + readAtOnce);
      yield await asUser(async (db) => {
        const rows: RawRow[] = [];
        const asked = { phrase: "", most: readAtOnce, facts: { timeZone: due.timeZone }, among };
        for await (const some of rowsOf(db, facts.source, asked)) rows.push(...some);
        return rows;
      });
      done.read += among.length;
    }
  }
  const gone = new AbortController();
  const noting = setInterval(() => {
    isThere().then(
      (is) => is || gone.abort(notFound()),
      () => undefined,
    );
  }, notedEvery);
  const fileId = randomUUID();
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    const told = { ...facts, rowCount: ids.length };
    const onRows = (count: number) => {
      done.written = count;
    };
    const where = { files, tenantId, userId };
    for await (const part of fill(where, layout, told, batches(), { onRows, signal: gone.signal })) {
      size += part.length;
      yield part;
    }
  }
  try {
    await files.write(fileKey(reportDocumentFiles, { tenantId, fileId }), counted());
    return { fileId, size };
  } finally {
    clearInterval(noting);
  }
}

/** What a user may do at this moment; nothing once they are removed. */
async function permissionsNow(db: Database, userId: string) {
  const { rows } = await db.execute<Grant & Record<string, unknown>>(sql`
    select r.is_built_in as "isBuiltIn", r.permissions
    from user_roles h join roles r using (tenant_id, role_id) join users u using (tenant_id, user_id)
    where h.user_id = ${userId} and r.archived_on is null and u.archived_on is null`);
  const held = new Set(rows.flatMap(permissionsOf)) as Context["user"]["permissions"];
  const needed = [
    "ReportView",
    "ReportView_LayoutSection",
    "ReportView_LayoutSection_DownloadAction",
  ] as const;
  if (!needed.every((name) => held.has(name))) throw forbidden();
  return held;
}

/** Notes what became of a document, and tells its user; nothing is left of one that was removed meanwhile. */
async function finish({ connection, files }: Work, due: Due, made: Made | undefined): Promise<void> {
  const { tenantId, documentId, userId, displayName, documentName, reportId } = due;
  const isNoted = await inTenant(connection, tenantId, { userId, userName: displayName }, async (db) => {
    const { rows } = await db.execute(sql`
      update report_documents set finished_on = now(), file_id = ${made?.fileId ?? null}, file_size = ${made?.size ?? null},
        rows_done = case when ${made !== undefined} then row_count else rows_done end
      where report_document_id = ${documentId} and finished_on is null returning 1`);
    if (rows.length === 0) return false;
    // Nobody is told of what they do themselves.
    await enterTenant(db, tenantId);
    await notify(db, {
      event: made ? "reportMade" : "reportNotMade",
      about: "report",
      to: sql`select ${userId}::uuid as user_id, ${reportId}::uuid as object_id,
        jsonb_build_object('name', ${documentName}::text) as event_values`,
    });
    return true;
  });
  if (!isNoted && made) await files.remove(fileKey(reportDocumentFiles, { tenantId, fileId: made.fileId }));
}
