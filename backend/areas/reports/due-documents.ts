import { randomUUID } from "node:crypto";
import type { Language } from "../../../lib/preferences/preferences";
import { forbidden, notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import {
  type Connection,
  type Database,
  enterTenant,
  inTenant,
  languageOfNames,
} from "../../database/transaction";
import { requestErrorOf } from "../../endpoint/error-response";
import type { Context } from "../../endpoint/route";
import { type FileStore, fileKey, reportDocumentFiles } from "../../files/store";
import { isActiveMember } from "../../members/active";
import { type Grant, permissionsOf } from "../../members/grants";
import { notify } from "../../notifications/notify";
import { checkFill, fill, maxRows } from "./documents";
import { readRows, rowsQueryOf } from "./filling/chosen-rows";
import { reportFacts } from "./filling/report-data";
import { idsOf, type RawRow, readReportRows } from "./filling/report-rows";
import { layoutFileById } from "./layout-files";
import { reportTable } from "./layouts";

/** Seconds that a process's claim on a document lasts without renewal. */
const claimSeconds = 120;
const maxAttempts = 3;
/** Milliseconds between records of a document's progress. */
const progressInterval = 250;
/** Rows per read: other requests use the database in between. */
const readAtOnce = 500;

interface Work {
  connection: Connection;
  files: FileStore;
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

/** Creates due documents sequentially, until none is unclaimed. */
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
      for (let due = await claim(connection); due; due = await claim(connection, due))
        await makeDue(work, due);
    }
  } finally {
    atWork.delete(connection);
  }
}

/** @param last document just made: other users of the tenant, and other tenants, come first */
function claim(connection: Connection, last?: Due): Promise<Due | undefined> {
  return connection.transaction("owner", async (db) => {
    const { rows } = await db.execute<Due>(sql`
      with due as (
        select d.tenant_id, d.report_document_id from report_documents d
        where d.finished_on is null and (d.claimed_until is null or d.claimed_until < now())
        order by d.attempts, d.tenant_id = ${last?.tenantId ?? null}::uuid, d.user_id = ${last?.userId ?? null}::uuid, d.created_on limit 1 for update skip locked
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
    // Transient errors are retried once the claim has expired.
    if (requestErrorOf(error).status >= 500 && due.attempts < maxAttempts) return;
    await finish(work, due, undefined);
  }
}

interface Made {
  fileId: string;
  size: number;
}

/** @throws {RequestError} 403 when the user has lost the permission, and as filling does */
async function make({ connection, files }: Work, due: Due): Promise<Made> {
  const { tenantId, tenantName, userId, userName, displayName, documentId, language } = due;
  const actor = { userId, userName: displayName };
  const asUser = <T>(run: (db: Database) => Promise<T>) =>
    inTenant(connection, tenantId, actor, async (db) => {
      await db.execute(sql`select ${languageOfNames(language)}`);
      return run(db);
    });
  const { layout, facts, ids, asked } = await asUser(async (db) => {
    const report = await reportTable.get(db, due.reportId);
    const layout = await layoutFileById(db, due.layoutFileId);
    const permissions = await permissionsNow(db, userId);
    checkFill(permissions, report, layout);
    const user = { userId, userName, displayName };
    const asking = { tenantName, user, language, timeZone: due.timeZone };
    const facts = await reportFacts(db, report, layout, asking);
    const query = rowsQueryOf(report.source, readRows(due.phrase));
    const asked = { query, facts: { permissions, timeZone: due.timeZone } };
    return { layout, facts, ids: await idsOf(db, report.source, { ...asked, most: maxRows }), asked };
  });
  // Each row counts when read and when written.
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
        const { lists } = facts;
        const wanted = { ...asked, most: readAtOnce, among, lists };
        for await (const some of readReportRows(db, facts.source, wanted)) rows.push(...some);
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
  }, progressInterval);
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

/** A user's current permissions; none while they are removed or suspended. */
async function permissionsNow(db: Database, userId: string) {
  const { rows } = await db.execute<Grant & Record<string, unknown>>(sql`
    select r.is_built_in as "isBuiltIn", r.permissions
    from user_roles h join roles r using (tenant_id, role_id) join users u using (tenant_id, user_id)
    where h.user_id = ${userId} and r.archived_on is null and ${isActiveMember("u")}`);
  const held = new Set(rows.flatMap(permissionsOf)) as Context["user"]["permissions"];
  const needed = [
    "ReportView",
    "ReportView_LayoutSection",
    "ReportView_LayoutSection_DownloadAction",
  ] as const;
  if (!needed.every((name) => held.has(name))) throw forbidden();
  return held;
}

/** Stores a document's result and notifies its user; cleans up if it was removed meanwhile. */
async function finish({ connection, files }: Work, due: Due, made: Made | undefined): Promise<void> {
  const { tenantId, documentId, userId, displayName, documentName, reportId } = due;
  const isNoted = await inTenant(connection, tenantId, { userId, userName: displayName }, async (db) => {
    const { rows } = await db.execute(sql`
      update report_documents set finished_on = now(), file_id = ${made?.fileId ?? null}, file_size = ${made?.size ?? null},
        rows_done = case when ${made !== undefined} then row_count else rows_done end
      where report_document_id = ${documentId} and finished_on is null returning 1`);
    if (rows.length === 0) return false;
    // Without an actor, because users need no notification of their own actions.
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
