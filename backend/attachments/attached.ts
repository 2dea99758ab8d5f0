import type * as z from "zod";
import type { attachmentRecords } from "../../lib/contract/attachments";
import { invalid, notFound } from "../core/errors";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { countDistinct, distinctIds } from "../database/uuid";
import type { Context } from "../endpoint/route";
import { listFacts, listPage } from "../lists/list";
import { idArray } from "../members/memberships";
import { attachmentTable } from "../records/attachment-table";
import type { RestorablePart } from "../records/restore-state";
import type { AnyRecords, RecordTable } from "../records/table";

interface Call {
  params: { readonly [name: string]: string };
  context: Context;
}

/**
 * Handlers for the calls that `attachedEndpoints` declares, on the records of a table. Its migration enables it
 * (`make_attachable`), so that relations reflect archived records.
 */
export function attachedHandlers<R extends AnyRecords>({ records, idName, get, lock }: RecordTable<R>) {
  const type = records.area as string;
  /** @throws {RequestError} 404 */
  const recordOf = async ({ params, context }: Call) => {
    const recordId = params[idName] as string;
    await get(context.db, recordId);
    return recordId;
  };
  return {
    attachments: async (call: Call & { query: z.output<typeof attachmentRecords.query> }) => {
      const { db } = call.context;
      const { list } = attachmentTable;
      const where = sql`${list.where} and exists (select from attachment_relations x
        where x.tenant_id = r.tenant_id and x.attachment_id = r.attachment_id
          and x.type = ${type} and x.record_id = ${await recordOf(call)})`;
      return listPage(db, { ...list, where, total: undefined }, call.query, listFacts(call.context));
    },
    addAttachments: async (call: Call & { body: { attachmentIds: readonly string[] } }) => {
      const { db } = call.context;
      const recordId = call.params[idName] as string;
      // Waits for a concurrent archiving, or makes it mark this relation too.
      if ((await lock(db, [recordId])).length === 0) throw notFound();
      const { attachmentIds } = call.body;
      const found = await attachmentTable.lock(db, distinctIds(attachmentIds));
      if (found.length !== countDistinct(attachmentIds))
        throw invalid([{ propertyName: "attachmentIds", rule: "unknown" }]);
      await relate(db, { type, recordId }, distinctIds(attachmentIds));
      return null;
    },
    removeAttachments: async (call: Call & { query: { attachmentIds: readonly string[] } }) => {
      const recordId = await recordOf(call);
      await unrelate(call.context.db, { type, recordId }, distinctIds(call.query.attachmentIds));
      return null;
    },
  };
}

interface Referring {
  type: string;
  recordId: string;
}

const relate = (db: Database, { type, recordId }: Referring, ids: readonly string[]) =>
  db.execute(sql`
    insert into attachment_relations (attachment_id, type, record_id)
    select id, ${type}, ${recordId} from unnest(${idArray(ids)}) as id
    on conflict do nothing`);

const unrelate = (db: Database, { type, recordId }: Referring, ids: readonly string[]) =>
  db.execute(sql`
    delete from attachment_relations where type = ${type} and record_id = ${recordId}
      and attachment_id = any(${idArray(ids)})`);

/** The attachments of an area's records, as recorded in their history. */
export function attachedPart({ area, record }: AnyRecords): RestorablePart {
  const type = area as string;
  return {
    name: "attachments",
    change: `${(record as string).charAt(0).toUpperCase()}${(record as string).slice(1)}Attachment`,
    key: "attachmentId",
    label: "fileName",
    seenWith: ["AttachmentView"],
    async restore({ db }, recordId, { given, taken }) {
      const living = await attachmentTable.lock(
        db,
        given.map(({ key }) => key),
      );
      const ids = living.map(({ attachmentId }) => attachmentId);
      await relate(db, { type, recordId }, ids);
      await unrelate(
        db,
        { type, recordId },
        taken.map(({ key }) => key),
      );
      return given.filter(({ key }) => !ids.includes(key)).map(({ label }) => label);
    },
  };
}
