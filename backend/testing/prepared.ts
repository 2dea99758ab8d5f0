import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { root } from "../../scripts/lib/root.mjs";
import { openPglite } from "../database/pglite";
import { prepareDatabase, readPreparedDatabase } from "../database/prepared-database";

/** Not that of the build, which prepares the same bytes each time (scripts/lib/fixed-clock.mjs). */
export const preparedFolder = join(root, ".cache", "database");

/**
 * An embedded database in memory with the newest schema and no rows; creating one without the archive takes many times
 * as long.
 */
export async function openPrepared(): Promise<PGlite> {
  await prepareDatabase(preparedFolder);
  const archive = await readPreparedDatabase(preparedFolder);
  return openPglite(undefined, archive && new Blob([new Uint8Array(archive)], { type: "application/gzip" }));
}
