import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../config/command";
import { readConfig } from "../config/config";
import { checkFileStore, makeFileStore } from "../files/make-file-store";
import { checkBackup, restoreBackup } from "./restore";

const usage = "Usage: npm run restore -- --from <file> [--as-of-decisions <file>] [--check]";

// Restores a backup into an empty database and an empty file store, or checks it only.
runCommand(usage, async (parameters) => {
  const { values } = parseArgs({
    args: parameters,
    options: {
      from: { type: "string" },
      "as-of-decisions": { type: "string" },
      check: { type: "boolean" },
    },
  });
  const { from, check: isCheck, "as-of-decisions": decisions } = values;
  if (!from) throw new UsageError("--from names the archive.");
  if (isCheck) {
    const { header, manifest } = await checkBackup(from);
    process.stdout.write(`${from} is complete and undamaged: ${summaryOf(header, manifest)}\n`);
    return;
  }
  const config = readConfig(process.env);
  await checkFileStore(config);
  const restored = await restoreBackup(config, makeFileStore(config), from, decisions);
  process.stdout.write(`Restored: ${summaryOf(restored.header, restored.manifest)}\n`);
  if (decisions) process.stdout.write(`${restored.repeated} later decisions were repeated.\n`);
});

function summaryOf(
  { version, createdOn }: { version: string; createdOn: string },
  { tables, files }: { tables: { rows: number }[]; files: number },
): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows and ${files} files of ${createdOn}, from Hub ${version}`;
}
