import { PGlite, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

/**
 * What PostgreSQL itself would take, 128 MB, stands in the heap of this process for good; what is not in it, the system's cache of
 * files has.
 */
const buffers = "32MB";

/** The embedded database on files in `directory`, or in memory; a new one begins from `dump`. */
export function openPglite(directory?: string, dump?: Blob): Promise<PGlite> {
  return PGlite.create({
    dataDir: directory,
    loadDataDir: dump,
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${buffers}`],
    parsers: { [types.INT8]: Number },
  });
}
