import { sql } from "drizzle-orm";
import type { Connection } from "./transaction";

/**
 * Removes what has had its day: expired secrets, old sign-in failures, devices unused for a year, answers kept for repeated calls,
 * notifications of more than a year ago, links of invitations that ended half a year ago. The embedded database, which does not
 * do so by itself, looks at its tables, so that it plans for as many rows as there are.
 */
export function tidyUp(connection: Connection): Promise<void> {
  return connection.transaction("owner", async (db) => {
    await db.execute(sql`delete from secrets where expires_on < now()`);
    await db.execute(sql`delete from sign_in_failures where last_failed_on < now() - interval '1 hour'`);
    await db.execute(sql`delete from known_devices where last_used_on < now() - interval '1 year'`);
    await db.execute(sql`delete from idempotent_answers where created_on < now() - interval '1 day'`);
    await db.execute(sql`delete from notifications where created_on < now() - interval '1 year'`);
    await db.execute(sql`
      delete from invitation_links l using invitations i where i.tenant_id = l.tenant_id and i.invitation_id = l.invitation_id
        and i.expires_on < now() - interval '6 months'`);
    if (connection.kind === "pglite") await db.execute(sql`analyze`);
  });
}
