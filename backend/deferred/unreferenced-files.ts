import { isBackupRunning } from "../database/running-backup";
import type { Context } from "../endpoint/route";

/**
 * Removes files, after the commit of a change that removes the last reference to them. The sweep removes those that
 * cannot be removed now, or that a running backup may name.
 */
export function removeAfterCommit(
  { connection, files, afterCommit }: Context,
  keys: readonly string[],
): void {
  afterCommit(async () => {
    try {
      if (await isBackupRunning(connection)) return;
      for (const key of keys) await files.remove(key);
    } catch {
      // Left to the sweep.
    }
  });
}
