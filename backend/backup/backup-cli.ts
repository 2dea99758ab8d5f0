import { parseArgs } from "node:util";
import { readConfig } from "../config/config";
import { checkFileStore, makeFileStore } from "../files/make-file-store";
import { backUp } from "./back-up";
import { formatBytes, runCommand, UsageError } from "./command";

const usage = "Usage: npm run backup -- --to <new file or folder>";

// Writes database, files and secrets to one archive, while the product runs.
runCommand(usage, async (parameters) => {
  const { values } = parseArgs({ args: parameters, options: { to: { type: "string" } } });
  if (!values.to) throw new UsageError("--to names the archive.");
  const config = readConfig(process.env);
  await checkFileStore(config);
  const { file, rows, files, bytes, lost } = await backUp(config, makeFileStore(config), values.to);
  process.stdout.write(`${file}: ${rows} rows, ${files} files, ${formatBytes(bytes)}\n`);
  if (lost.length > 0)
    process.stderr.write(
      `The store had lost ${lost.length} files before, which are missing in the backup: ${lost.join(", ")}\n`,
    );
});
