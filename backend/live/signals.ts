// See docs/decisions/0075.

import * as z from "zod";
import type { Topic } from "../../lib/live/hub";
import { signalChannel } from "../database/listen";
import { sql } from "../database/sql";
import type { Connection, Database } from "../database/transaction";

const inTenant = { tenant: z.string() };

/** Signals from transactions to servers, see migrations/0008_notifications.sql. */
const signalSchema = z.discriminatedUnion("kind", [
  /** Users have new notifications: the number, and the newest of them. */
  z.object({
    kind: z.literal("notifications"),
    ...inTenant,
    users: z.array(z.tuple([z.string(), z.number(), z.string()])),
  }),
  /** Users have read some notifications. */
  z.object({
    kind: z.literal("read"),
    ...inTenant,
    users: z.array(z.tuple([z.string(), z.number(), z.string()])),
  }),
  z.object({
    kind: z.literal("records"),
    ...inTenant,
    /** The path of the records' list, without its slash. */
    collection: z.string(),
    /** Null if too many. */
    ids: z.array(z.string()).nullable(),
    deleted: z.boolean(),
    by: z.string().nullable(),
    byName: z.string(),
  }),
  /** Permissions have changed or sessions ended: of these users, or of all. */
  z.object({ kind: z.literal("access"), ...inTenant, users: z.array(z.string()).optional() }),
  /** A person has arrived at a record, or left it. */
  z.object({
    kind: z.literal("presence"),
    ...inTenant,
    collection: z.string(),
    id: z.string(),
    userId: z.string(),
    name: z.string(),
    state: z.enum(["looks", "edits", "draft", "gone"]),
    /** The key of the reporting connection. */
    by: z.string().default(""),
  }),
  /** A connection that reported presence has closed and was not replaced. */
  z.object({ kind: z.literal("left"), ...inTenant, userId: z.string(), by: z.string() }),
  /** Sent by {@link notifyTenant}. */
  z.object({ kind: z.literal("topic"), ...inTenant, topic: z.string() }),
]);
export type Signal = z.output<typeof signalSchema>;

/** State of a person at a record, as reported by clients. */
export const presenceSchema = z.object({
  collection: z.string().max(100),
  id: z.uuid(),
  state: z.enum(["looks", "edits", "draft", "gone"]),
});

/** Notifies all servers, in a separate transaction. */
export async function notifyServers(connection: Connection, signals: readonly Signal[]): Promise<void> {
  const payloads = JSON.stringify(signals.map((signal) => JSON.stringify(signal)));
  await connection.transaction("hub_auth", (db) =>
    db.execute(
      sql`select pg_notify(${signalChannel}::text, told) from jsonb_array_elements_text(${payloads}::text::jsonb) as told`,
    ),
  );
}

/** Undefined for signals of other versions and for invalid ones. */
export function readSignal(payload: string): Signal | undefined {
  try {
    return signalSchema.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/** Notifies all open windows of the running transaction's tenant of a change, once it is committed. */
export async function notifyTenant(db: Database, topic: Topic): Promise<void> {
  await db.execute(sql`
    select pg_notify(${signalChannel}::text,
      json_build_object('kind', 'topic', 'tenant', app_tenant(), 'topic', ${topic}::text)::text)`);
}
