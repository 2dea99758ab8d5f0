import { sql } from "./sql";
import type { Connection } from "./transaction";

/** Records the use of a secret, from which its idle time counts; concurrent calls do not wait for each other. */
export function recordSecretUse(connection: Connection, hash: string, address: string): Promise<unknown> {
  return connection.transaction("hub_auth", (db) =>
    db.execute(sql`
      update secrets set last_used_on = now(), address = ${address} where secret_hash in (
        select secret_hash from secrets where secret_hash = ${hash} for update skip locked)`),
  );
}
