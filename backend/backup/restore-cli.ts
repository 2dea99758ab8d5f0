import { parseArgs } from "node:util";
import { readConfig } from "../config/config";
import { checkFileStore, makeFileStore } from "../files/make-file-store";
import { runCommand, UsageError } from "./command";
import { checkBackup, restoreBackup } from "./restore";

const usage = "Usage: npm run restore -- --from <file> [--check]";

// Restores a backup into an empty database and an empty file store, or checks it only.
runCommand(usage, async (parameters) => {
  const { values } = parseArgs({
    args: parameters,
    options: { from: { type: "string" }, check: { type: "boolean" } },
  });
  const { from, check: isCheck } = values;
  if (!from) throw new UsageError("--from names the archive.");
  if (isCheck) {
    const { header, manifest } = await checkBackup(from);
    process.stdout.write(`${from} is complete and undamaged: ${summaryOf(header, manifest)}\n`);
    return;
  }
  const config = readConfig(process.env);
  await checkFileStore(config);
  const { header, manifest } = await restoreBackup(config, makeFileStore(config), from);
  process.stdout.write(`Restored: ${summaryOf(header, manifest)}\n`);
});

function summaryOf(
  { version, createdOn }: { version: string; createdOn: string },
  { tables, files }: { tables: { rows: number }[]; files: number },
): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows and ${files} files of ${createdOn}, from Hub ${version}`;
}
