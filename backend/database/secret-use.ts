import { sql } from "drizzle-orm";
import type { Connection } from "./transaction";

/** Records that a secret was used just now, from which its idle time counts; nobody waits for another who does so too. */
export function recordSecretUse(connection: Connection, hash: string): Promise<unknown> {
  return connection.transaction("hub_auth", (db) =>
    db.execute(sql`
      update secrets set last_used_on = now() where secret_hash in (
        select secret_hash from secrets where secret_hash = ${hash} for update skip locked)`),
  );
}
