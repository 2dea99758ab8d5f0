import type { contract } from "../../../lib/contract";
import {
  type AttachmentUse,
  attachmentDownloadList,
  attachmentRelationList,
  attachmentShareList,
  attachmentVersionList,
  maxNamed,
} from "../../../lib/contract/attachment-parts";
import type { PermissionName } from "../../../lib/contract/permissions";
import { type SQL, sql } from "../../database/sql";
import { distinctIds } from "../../database/uuid";
import type { Context } from "../../endpoint/route";
import { listSource } from "../../lists/declared-list";
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
export function relationsOf(attachmentId: string, context: Pick<Context, "user">) {
  const name = nameOfRecord(context);
  return listSource(attachmentRelationList, {
    from: sql`attachment_relations x`,
    alias: "x",
    where: sql`x.attachment_id = ${attachmentId} and not x.is_record_archived`,
    id: sql`x.attachment_relation_id`,
    columns: {
      name: { read: name, by: sql`fold(${name})` },
      type: { by: sql`x.type` },
      id: { column: "record_id" },
    },
  });
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

export const downloadsOf = (attachmentId: string) =>
  listSource(attachmentDownloadList, {
    from: sql`attachment_download_logs r`,
    where: sql`r.attachment_id = ${attachmentId}`,
    id: sql`r.attachment_download_log_id`,
    columns: {
      userLastName: { by: sql`fold(r.user_last_name)` },
      userFirstName: { by: sql`fold(r.user_first_name)` },
    },
  });

export const versionsOf = (attachmentId: string) =>
  listSource(attachmentVersionList, {
    from: sql`attachment_files r`,
    where: sql`r.attachment_id = ${attachmentId} and r.file_size is not null`,
    id: sql`r.attachment_file_id`,
    search: { text: sql`fold(r.file_name)` },
  });

export const sharesOf = (attachmentId: string, context: Pick<Context, "config" | "user">) =>
  listSource(attachmentShareList, {
    from: sql`attachment_shares r`,
    where: sql`r.attachment_id = ${attachmentId} and r.removed_on is null`,
    id: sql`r.attachment_share_id`,
    columns: {
      shareKey: { read: mayDownload(context) ? sql`r.share_key` : sql`''`, by: sql`r.share_key` },
      sharedByUserName: { by: sql`fold(r.shared_by_user_name)` },
      hasPassword: { read: sql`r.password_hash is not null` },
      makerMayShare: { read: mayStillShare("r") },
    },
  });
