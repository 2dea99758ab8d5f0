import { PGlite, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

/**
 * PostgreSQL's default of 128 MB would permanently occupy this process's heap; the system's file cache has the rest.
 */
const buffers = "32MB";

/** The embedded database on files in `directory`, or in memory; a new one starts from `dump`. */
export function openPglite(directory?: string, dump?: Blob): Promise<PGlite> {
  return PGlite.create({
    dataDir: directory,
    loadDataDir: dump,
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${buffers}`],
    parsers: { [types.INT8]: Number },
  });
}
