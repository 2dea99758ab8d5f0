import { sql } from "drizzle-orm";
import { idArray } from "../access/memberships";
import type { Connection } from "../database/transaction";
import { avatarIn } from "./avatars";
import type { FileStore } from "./store";

/** How many names of files one statement looks for. */
const atOnce = 500;
/** No request takes so long between storing a file and committing what refers to it. */
const spared = 60 * 60 * 1000;

/**
 * Removes pictures that nobody has: their process ended after they were stored, and before what refers to them was
 * committed or before they could be removed. What was stored within the last hour is left alone, and so is what belongs to
 * a tenant that this database does not know, which may be another one's.
 * @returns how many were removed
 */
export async function removeForgottenFiles(connection: Connection, files: FileStore): Promise<number> {
  let removed = 0;
  let keys: string[] = [];
  const sweep = async () => {
    for (const key of await forgottenAmong(connection, keys)) {
      await files.remove(key);
      removed += 1;
    }
    keys = [];
  };
  for await (const key of files.storedBefore(new Date(Date.now() - spared))) {
    if (avatarIn(key)) keys.push(key);
    if (keys.length === atOnce) await sweep();
  }
  await sweep();
  return removed;
}

async function forgottenAmong(connection: Connection, keys: readonly string[]): Promise<string[]> {
  const given = keys.flatMap((key) => avatarIn(key) ?? []);
  if (given.length === 0) return [];
  const { rows } = await connection.transaction("owner", (db) =>
    db.execute<{ avatarId: string }>(sql`
      select avatar_id as "avatarId"
      from unnest(${idArray(given.map(({ tenantId }) => tenantId))}, ${idArray(given.map(({ avatarId }) => avatarId))})
        as file (tenant_id, avatar_id) join tenants using (tenant_id)
      where not exists (select from users where avatar = avatar_id)`),
  );
  const forgotten = new Set(rows.map(({ avatarId }) => avatarId));
  return keys.filter((key) => forgotten.has(avatarIn(key)?.avatarId ?? ""));
}
