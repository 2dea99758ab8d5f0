import type { contract } from "../../../lib/contract";
import {
  type AttachmentDownload,
  type AttachmentRelation,
  type AttachmentShare,
  type AttachmentUse,
  type AttachmentVersion,
  maxNamed,
} from "../../../lib/contract/attachment-parts";
import type { PermissionName } from "../../../lib/contract/permissions";
import { type SQL, sql } from "../../database/sql";
import { distinctIds } from "../../database/uuid";
import type { Context } from "../../endpoint/route";
import { instantOf } from "../../lists/list";
import type { ListSource } from "../../lists/list-source";
import { idArray } from "../../members/memberships";
import { mayDownload, mayStillShare } from "../../members/policies";

type AttachableArea = {
  [Area in keyof typeof contract]: "addAttachments" extends keyof (typeof contract)[Area] ? Area : never;
}[keyof typeof contract];

/**
 * Areas with records that can refer to attachments, one line each: the permission to see a record, its id, and its name.
 */
const attachable: Readonly<Record<AttachableArea, { view: PermissionName; id: SQL; name: SQL }>> = {
  roles: { view: "RoleView", id: sql`r.role_id`, name: sql`r.role_name` },
};

/** The current name of a record that refers to an attachment, for callers who may see such records. */
function nameOfRecord({ user: { permissions } }: Pick<Context, "user">): SQL {
  const named = Object.entries(attachable)
    .filter(([, { view }]) => permissions.has(view))
    .map(([area, { id, name }]) => {
      const table = sql.identifier(area.replaceAll("-", "_"));
      return sql`when ${area} then (select ${name} from ${table} r where r.tenant_id = x.tenant_id and ${id} = x.record_id)`;
    });
  return named.length > 0 ? sql`coalesce(case x.type ${sql.join(named, " ")} end, '')` : sql`''::text`;
}

/** References to an attachment: few, so they are sorted directly. */
export function relationsOf(
  attachmentId: string,
  context: Pick<Context, "user">,
): ListSource<"name" | "type" | "createdOn", AttachmentRelation> {
  const name = nameOfRecord(context);
  return {
    rows: sql`attachment_relations x`,
    where: sql`x.attachment_id = ${attachmentId} and not x.is_record_archived`,
    id: sql`x.attachment_relation_id`,
    sorts: {
      name: { by: sql`fold(${name})` },
      type: { by: sql`x.type` },
      createdOn: { by: sql`x.created_on` },
    },
    filters: {},
    search: { rows: sql`attachment_relations x`, text: sql`fold(${name})` },
    detail: {
      columns: sql`x.attachment_relation_id as "attachmentRelationId", x.type, x.record_id as id, ${name} as name,
        x.parameter, x.created_on as "createdOn"`,
      join: sql`attachment_relations x on x.attachment_relation_id = page.id`,
      isInRows: true,
    },
    read: (row) => ({ ...(row as unknown as AttachmentRelation), createdOn: instantOf(row.createdOn) }),
  };
}

/** Names of those attachments that are referred to. */
export async function usesOf(
  attachmentIds: readonly string[],
  context: Pick<Context, "db" | "user">,
): Promise<AttachmentUse[]> {
  const name = nameOfRecord(context);
  const { rows } = await context.db.execute<AttachmentUse & Record<string, unknown>>(sql`
    select a.attachment_id as "attachmentId", a.file_name as "fileName", count(*)::integer as count,
      coalesce((array_agg(x.name order by fold(x.name)) filter (where x.name <> ''))[1:${maxNamed}::integer], '{}') as names
    from attachments a join (
      select x.attachment_id, ${name} as name from attachment_relations x
      where x.attachment_id = any(${idArray(distinctIds(attachmentIds))}) and not x.is_record_archived
    ) x using (attachment_id)
    where a.archived_on is null
    group by a.attachment_id, a.file_name, a.file_name_sort
    order by a.file_name_sort, a.attachment_id`);
  return rows;
}

type DownloadKey = "downloadDate" | "userLastName" | "userFirstName";

export function downloadsOf(attachmentId: string): ListSource<DownloadKey, AttachmentDownload, DownloadKey> {
  const keys = {
    downloadDate: { by: sql`d.download_date` },
    userLastName: { by: sql`fold(d.user_last_name)` },
    userFirstName: { by: sql`fold(d.user_first_name)` },
  };
  return {
    rows: sql`attachment_download_logs d`,
    where: sql`d.attachment_id = ${attachmentId}`,
    id: sql`d.attachment_download_log_id`,
    sorts: keys,
    filters: keys,
    search: {
      rows: sql`attachment_download_logs d`,
      text: sql`fold(d.user_first_name || ' ' || d.user_last_name)`,
    },
    detail: {
      columns: sql`d.attachment_download_log_id as "attachmentDownloadLogId", d.user_first_name as "userFirstName",
        d.user_last_name as "userLastName", d.download_date as "downloadDate", d.attachment_share_id as "attachmentShareId"`,
      join: sql`attachment_download_logs d on d.attachment_download_log_id = page.id`,
      isInRows: true,
    },
    read: (row) => ({ ...(row as unknown as AttachmentDownload), downloadDate: instantOf(row.downloadDate) }),
  };
}

export function versionsOf(attachmentId: string): ListSource<"syncVersion" | "createdOn", AttachmentVersion> {
  return {
    rows: sql`attachment_files f`,
    where: sql`f.attachment_id = ${attachmentId} and f.file_size is not null`,
    id: sql`f.attachment_file_id`,
    sorts: { syncVersion: { by: sql`f.sync_version` }, createdOn: { by: sql`f.created_on` } },
    filters: {},
    search: { rows: sql`attachment_files f`, text: sql`fold(f.file_name)` },
    detail: {
      columns: sql`f.sync_version as "syncVersion", f.file_name as "fileName", f.file_extension as "fileExtension",
        f.file_size::float8 as "fileSize", f.created_on as "createdOn", f.created_by_name as "createdBy"`,
      join: sql`attachment_files f on f.attachment_file_id = page.id`,
      isInRows: true,
    },
    read: (row) => ({ ...(row as unknown as AttachmentVersion), createdOn: instantOf(row.createdOn) }),
  };
}

type ShareKey = "shareKey" | "sharedByUserName" | "validUntil";

export function sharesOf(
  attachmentId: string,
  context: Pick<Context, "config" | "user">,
): ListSource<ShareKey, AttachmentShare, "sharedByUserName" | "validUntil"> {
  const keys = {
    sharedByUserName: { by: sql`fold(s.shared_by_user_name)` },
    validUntil: { by: sql`s.valid_until` },
  };
  return {
    rows: sql`attachment_shares s`,
    where: sql`s.attachment_id = ${attachmentId} and s.removed_on is null`,
    id: sql`s.attachment_share_id`,
    sorts: { shareKey: { by: sql`s.share_key` }, ...keys },
    filters: keys,
    search: { rows: sql`attachment_shares s`, text: sql`fold(s.shared_by_user_name)` },
    detail: {
      columns: sql`s.attachment_share_id as "attachmentShareId", ${mayDownload(context) ? sql`s.share_key` : sql`''`} as "shareKey",
        s.shared_by_user_name as "sharedByUserName", s.valid_until as "validUntil",
        s.password_hash is not null as "hasPassword", s.max_downloads as "maxDownloads", s.download_count as "downloadCount",
        ${mayStillShare("s")} as "makerMayShare"`,
      join: sql`attachment_shares s on s.attachment_share_id = page.id`,
      isInRows: true,
    },
    read: (row) => ({ ...(row as unknown as AttachmentShare), validUntil: instantOf(row.validUntil) }),
  };
}
