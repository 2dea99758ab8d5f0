import { deletedList } from "../../lib/contract/history";
import { type SQL, sql } from "../database/sql";
import { listSource } from "../lists/declared-list";

/**
 * The deleted records of a collection, each once: by its last deletion, since one may have been restored in between.
 * @param type of the recorded deletion, such as `UserDeleted`
 */
export const deletedRecords = (collection: string, type: string, isArchived: SQL) =>
  listSource(deletedList, {
    from: sql`history h`,
    alias: "h",
    where: sql`h.collection = ${collection} and h.type = ${type} and ${isArchived}
      and not exists (select from history l where l.collection = h.collection and l.record_id = h.record_id
        and l.type = h.type and (l.changed_on, l.history_id) > (h.changed_on, h.history_id))`,
    id: sql`h.history_id`,
    columns: {
      recordName: { by: sql`fold(h.record_name)` },
      deletedOn: { column: "changed_on" },
      deletedBy: { column: "changed_by" },
    },
    search: { text: sql`fold(h.record_name || E'\n' || h.changed_by_name)` },
  });
