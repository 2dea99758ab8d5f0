import { closeSync, fsyncSync, openSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** Parts of Emscripten's file system on folders that its types omit. */
interface NodeFileSystem {
  realPath(node: object): string;
  stream_ops: { fsync?(stream: { nfd?: number; node: object }): number };
}

/**
 * Files of the embedded database on this machine's disk. The package's own file system has no fsync, so that a commit
 * would be acknowledged before it is on the disk. Only fsync() arrives here, not fdatasync(), see {@link syncParameters}.
 */
export class SyncedFiles extends NodeFS {
  override async init(pglite: PGlite, options: Parameters<NodeFS["init"]>[1]): ReturnType<NodeFS["init"]> {
    const made = await super.init(pglite, options);
    const { preRun = [] } = made.emscriptenOpts;
    const steps = Array.isArray(preRun) ? preRun : [preRun];
    return {
      emscriptenOpts: {
        ...made.emscriptenOpts,
        preRun: [...steps, (module: unknown) => addSync((module as { NODEFS: NodeFileSystem }).NODEFS)],
      },
    };
  }
}

function addSync(files: NodeFileSystem): void {
  files.stream_ops.fsync = ({ nfd, node }) => {
    if (nfd !== undefined) fsyncSync(nfd);
    else {
      // Folders have no open file.
      const folder = openSync(files.realPath(node), "r");
      try {
        fsyncSync(folder);
      } finally {
        closeSync(folder);
      }
    }
    return 0;
  };
}

/** The package starts the database with -F, which turns all of this off. */
export const syncParameters = (parameters: readonly string[]): string[] => [
  ...parameters.filter((parameter) => parameter !== "-F"),
  ...["-c", "fsync=on", "-c", "wal_sync_method=fsync"],
];
