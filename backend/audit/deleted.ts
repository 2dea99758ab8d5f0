import type { DeletedRecord } from "../../lib/contract/history";
import { type SQL, sql } from "../database/sql";
import { instantOf } from "../lists/list";
import type { ListSource } from "../lists/list-source";

export type DeletedColumn = "recordName" | "deletedOn" | "deletedBy";

/**
 * The deleted records of a collection, each once: by its last deletion, since one may have been restored in between.
 * @param type of the recorded deletion, such as `UserDeleted`
 */
export function deletedRecords(
  collection: string,
  type: string,
  isArchived: SQL,
): ListSource<DeletedColumn, DeletedRecord, DeletedColumn> {
  const columns = {
    recordName: { by: sql`fold(h.record_name)` },
    deletedOn: { by: sql`h.changed_on` },
    deletedBy: { by: sql`h.changed_by_sort` },
  };
  return {
    rows: sql`history h`,
    where: sql`h.collection = ${collection} and h.type = ${type} and ${isArchived}
      and not exists (select from history l where l.collection = h.collection and l.record_id = h.record_id
        and l.type = h.type and (l.changed_on, l.history_id) > (h.changed_on, h.history_id))`,
    id: sql`h.history_id`,
    sorts: columns,
    filters: columns,
    search: { rows: sql`history h`, text: sql`fold(h.record_name || E'\n' || h.changed_by_name)` },
    detail: {
      columns: sql`h.record_id as "recordId", h.record_name as "recordName", h.changed_on as "deletedOn",
        h.changed_by_name as "deletedBy"`,
      join: sql`history h on h.history_id = page.id`,
    },
    read: (row) => ({ ...(row as unknown as DeletedRecord), deletedOn: instantOf(row.deletedOn) }),
  };
}
