import { sql } from "drizzle-orm";
import { z } from "zod";
import { signalChannel } from "../database/listen";
import type { Database } from "../database/transaction";

const inTenant = { tenant: z.string() };

/** What transactions tell servers, see migrations/0018_signals.sql. */
const signalSchema = z.discriminatedUnion("kind", [
  /** Users have new notifications: how many, and the newest of them. */
  z.object({
    kind: z.literal("notifications"),
    ...inTenant,
    users: z.array(z.tuple([z.string(), z.number(), z.string()])),
  }),
  /** Users have read some of theirs. */
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
    /** Null for more than fit. */
    ids: z.array(z.string()).nullable(),
    deleted: z.boolean(),
    by: z.string().nullable(),
    byName: z.string(),
  }),
  /** What somebody may do has changed, or sessions have ended: of these users, or of anybody. */
  z.object({ kind: z.literal("access"), ...inTenant, users: z.array(z.string()).optional() }),
  /** Told by {@link tellTenant}. */
  z.object({ kind: z.literal("topic"), ...inTenant, topic: z.string() }),
]);
export type Signal = z.output<typeof signalSchema>;

/** Undefined for what another version tells, and for what is no signal. */
export function readSignal(payload: string): Signal | undefined {
  try {
    return signalSchema.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/** What is told to everybody of a tenant, whatever they may do: it names no record and no person. */
export type Topic = "theme";

/** Tells all open windows of the running transaction's tenant that something has changed, once it is committed. */
export async function tellTenant(db: Database, topic: Topic): Promise<void> {
  await db.execute(sql`
    select pg_notify(${signalChannel}::text,
      json_build_object('kind', 'topic', 'tenant', app_tenant(), 'topic', ${topic}::text)::text)`);
}
