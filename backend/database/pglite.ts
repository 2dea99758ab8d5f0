import { PGlite, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { SyncedFiles, syncParameters } from "./synced-files";

/**
 * PostgreSQL's default of 128 MB would permanently occupy this process's heap; the system's file cache has the rest.
 */
const buffers = "32MB";

/**
 * The embedded database on files in `directory`, where commits are synced to the disk, or in memory; a new one starts
 * from `dump`.
 * @param options `isCopy`: for reading, need not survive a power failure
 */
export function openPglite(directory?: string, dump?: Blob, { isCopy = false } = {}): Promise<PGlite> {
  const isSynced = directory !== undefined && !isCopy;
  const parameters = [...PGlite.defaultStartParams, "-c", `shared_buffers=${buffers}`];
  return PGlite.create({
    ...(isSynced ? { fs: new SyncedFiles(directory) } : { dataDir: directory }),
    loadDataDir: dump,
    extensions: { pg_trgm },
    startParams: isSynced ? syncParameters(parameters) : parameters,
    parsers: { [types.INT8]: Number },
  });
}
