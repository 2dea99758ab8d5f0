import { randomUUID } from "node:crypto";
import type * as z from "zod";
import type {
  AttachmentDetail,
  attachmentCreate,
  attachmentEdit,
  attachmentRecords,
} from "../../../lib/contract/attachments";
import { addVersion, contentOf, type VersionFile } from "../../attachments/content";
import { conflict, invalid } from "../../core/errors";
import { sql } from "../../database/sql";
import { type Database, inTenant } from "../../database/transaction";
import { distinctIds } from "../../database/uuid";
import { authorOf, type Context } from "../../endpoint/route";
import { idArray } from "../../members/memberships";
import { refuseWithout } from "../../members/policies";
import { attachmentTable } from "../../records/attachment-table";
import { type RecordRules, removeRecords, saveRecord } from "../../records/handlers";

export const rules: RecordRules<typeof attachmentRecords> = {
  beforeRestoring: (context) => refuseWithout("Delete", context),
  check: async ({ db }, { attachmentStatusId }, stored) => {
    if (attachmentStatusId && attachmentStatusId !== stored?.attachmentStatusId)
      await refuseUnknownStatus(db, attachmentStatusId);
  },
};

async function refuseUnknownStatus(db: Database, given: string): Promise<void> {
  const [statusId] = distinctIds([given]);
  const { rows } = await db.execute(sql`select from attachment_status
    where attachment_status_id = ${statusId ?? null}::uuid and archived_on is null`);
  if (rows.length === 0) throw invalid([{ propertyName: "attachmentStatusId", rule: "unknown" }]);
}

/** @throws {RequestError} 400 on `file` as {@link contentOf} does, and on an unknown status */
export async function createAttachment(
  context: Context,
  given: z.output<typeof attachmentCreate>,
): Promise<string> {
  refuseWithout("Add", context);
  const content = await contentOf(randomUUID, given);
  if (!content) throw invalid([{ propertyName: "file", rule: "required" }]);
  await rules.check?.(context, given);
  const { fileName, description, attachmentStatusId, attachmentTypeId } = given;
  const { fileId, extension, kind, size, checksum, url } = content;
  const { rows } = await context.db.execute<{ attachmentId: string }>(sql`
    insert into attachments (file_name, description, attachment_status_id, attachment_type_id,
      file_extension, file_type, file_size, url, internal_file_name, file_checksum)
    values (${fileName}, ${description}, ${attachmentStatusId}, ${attachmentTypeId},
      ${extension}, ${kind}, ${size}, ${url}, ${size === null ? "" : fileId}, ${checksum})
    returning attachment_id as "attachmentId"`);
  const { attachmentId } = rows[0] as { attachmentId: string };
  await addVersion(context, content, { attachmentId, fileName, syncVersion: 1 });
  return attachmentId;
}

/** @throws {RequestError} as `saveRecord` does, and with new content as {@link createAttachment} does */
export async function saveAttachment(
  context: Context,
  attachmentId: string,
  { file, url, ...given }: z.output<typeof attachmentEdit>,
): Promise<AttachmentDetail> {
  const content = await contentOf(randomUUID, { file, url });
  const saved = await saveRecord(attachmentTable, rules, context, attachmentId, given);
  if (!content || (content.url && content.url === saved.url)) return saved;
  refuseWithout("Add", context);
  const { fileName, syncVersion } = saved;
  await addVersion(context, content, { attachmentId, fileName, syncVersion: syncVersion + 1 });
  return attachmentTable.get(context.db, attachmentId);
}

/**
 * Keeps references and links for a later restoration.
 * @throws {RequestError} 409 `attachmentInUse` unless that is accepted, and as `removeRecords` does
 */
export async function removeAttachments(
  context: Context,
  { attachmentIds, isProceed }: { attachmentIds: readonly string[]; isProceed?: boolean },
): Promise<null> {
  refuseWithout("Delete", context);
  return removeRecords(
    attachmentTable,
    {
      beforeRemoval: async ({ db }, stored) => {
        if (!isProceed && (await areInUse(db, stored))) throw conflict("attachmentInUse");
      },
    },
    context,
    attachmentIds,
  );
}

/** Queried after locking: a locked row is read again, but counts beside it are not. */
async function areInUse(db: Database, attachments: readonly AttachmentDetail[]): Promise<boolean> {
  const ids = attachments.map(({ attachmentId }) => attachmentId);
  const { rows } = await db.execute(
    sql`select from attachment_relations where attachment_id = any(${idArray(ids)}) and not is_record_archived limit 1`,
  );
  return rows.length > 0;
}

/**
 * Logs downloads by the acting user, in a separate transaction, since sending has begun. Continuations of a part within
 * the hour are already logged.
 */
export function logDownloads(
  { connection, tenant, user }: Context,
  files: readonly VersionFile[],
  isContinued = false,
): Promise<void> {
  return inTenant(connection, tenant.tenantId, authorOf(user), (db) =>
    insertDownloads(db, files, isContinued),
  );
}

async function insertDownloads(
  db: Database,
  files: readonly VersionFile[],
  isContinued: boolean,
): Promise<void> {
  if (files.length === 0) return;
  const fetched = files.map(
    ({ attachmentId, syncVersion }) => sql`(${attachmentId}::uuid, ${syncVersion}::int)`,
  );
  await db.execute(sql`
    insert into attachment_download_logs (attachment_id, sync_version, user_first_name, user_last_name)
    select f.attachment_id, f.sync_version, u.first_name, coalesce(nullif(u.last_name, ''), u.user_name)
    from users u, (values ${sql.join(fetched, ", ")}) as f (attachment_id, sync_version)
    where u.user_id = app_actor() and not (${isContinued} and exists (
      select from attachment_download_logs d where d.attachment_id = f.attachment_id and d.sync_version = f.sync_version
        and d.user_id = app_actor() and d.download_date > now() - interval '1 hour'))`);
}
