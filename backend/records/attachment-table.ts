import { attachmentRecords } from "../../lib/contract/attachments";
import { sql } from "../database/sql";
import { statusName } from "./status-name";
import { recordTable } from "./table";

const ofStatus = (column: ReturnType<typeof sql>) => sql`coalesce((select ${column} from attachment_status s
  where s.tenant_id = r.tenant_id and s.attachment_status_id = r.attachment_status_id), '')`;

export const attachmentTable = recordTable(attachmentRecords, {
  columns: {
    fileSizeFormatted: { read: sql`coalesce(pg_size_pretty(r.file_size), '')` },
    attachmentStatusName: { read: ofStatus(statusName), by: ofStatus(sql`fold(${statusName})`) },
    attachmentStatusColor: { read: ofStatus(sql`s.color`) },
    isDeletable: {
      read: sql`not exists (select from attachment_relations x
        where x.tenant_id = r.tenant_id and x.attachment_id = r.attachment_id
          and not x.is_record_archived)`,
    },
  },
});
