import { mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { redact } from "../../lib/server/core/redact";
import { formatBytes, runCommand, UsageError } from "../config/command";
import { type Config, lastBackupFile, readConfig } from "../config/config";
import { checkFileStore, makeFileStore } from "../files/make-file-store";
import { backUp } from "./back-up";
import { appendDecisions } from "./decisions";
import { withSnapshot } from "./snapshot";

const usage = "Usage: npm run backup -- [--to <new file or folder>] [--decisions <file>]";

// Writes database, files and secrets to one archive, while the product runs, or appends the latest decisions to a file.
runCommand(usage, async (parameters) => {
  const { values } = parseArgs({
    args: parameters,
    options: { to: { type: "string" }, decisions: { type: "string" } },
  });
  const { to, decisions } = values;
  if (!to && !decisions) throw new UsageError("--to names the archive.");
  const config = readConfig(process.env);
  if (decisions) {
    const added = await withSnapshot(config, ({ db }) =>
      appendDecisions({ transaction: (_, work) => work(db) }, decisions),
    );
    process.stdout.write(`${decisions}: ${added} more decisions\n`);
  }
  if (!to) return;
  await checkFileStore(config);
  const { file, rows, files, bytes, lost } = await recorded(config, () =>
    backUp(config, makeFileStore(config), to),
  );
  process.stdout.write(`${file}: ${rows} rows, ${files} files, ${formatBytes(bytes)}\n`);
  if (lost.length > 0)
    process.stderr.write(
      `The store had lost ${lost.length} files before, which are missing in the backup: ${lost.join(", ")}\n`,
    );
});

/** Leaves the result of a backup for the check of the installation; a folder that cannot be written fails no backup. */
async function recorded<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const leave = async (result: { error?: string }) => {
    const text = JSON.stringify({ finishedOn: new Date().toISOString(), ...result });
    try {
      // Missing where database and files are on other servers.
      await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 });
      await writeFile(lastBackupFile(config), text);
    } catch (error) {
      process.stderr.write(`The result is not shown in Settings → System: ${(error as Error).message}\n`);
    }
  };
  try {
    const result = await work();
    await leave({});
    return result;
  } catch (error) {
    const [line = ""] = redact((error as Error).message).split("\n");
    await leave({ error: line });
    throw error;
  }
}
