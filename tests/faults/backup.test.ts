import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { backUpInMidWrite } from "../support/backup-drill";
import { copyNewDatabase } from "../support/new-database";
import { runApiCommand } from "../support/run-api-command";

test("[OP-03] a backup in the middle of writes loses nothing acknowledged, and nothing revoked comes back", () =>
  backUpInMidWrite({ from: {}, to: {}, writes: 20 }));

test("[OP-03] wrong parameters are reported in one line with the right ones", async () => {
  for (const [command, parameters, message] of [
    ["backup", [], /^--to names the archive\. Usage: npm run backup -- .+\n$/],
    ["restore", ["--to", "x"], /^Unknown option '--to'.* Usage: npm run restore -- .+\n$/],
    ["restore", ["--from", "/nowhere.tar"], /^\/nowhere\.tar does not exist\. .+\n$/],
  ] as const)
    expect(await runApiCommand(command, parameters, { DATA_DIR: "/nowhere" })).toEqual({
      code: 1,
      output: expect.stringMatching(message),
    });
});

test("[OP-04] upgrade:check says that the database has the newest schema", async () => {
  const directory = await mkdtemp(join(tmpdir(), "hub-upgrade-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await copyNewDatabase(directory);
  expect(await runApiCommand("upgrade-check", [], { DATA_DIR: directory })).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^The database has the schema of Hub \d\S+ \(migration \d{4}_\w+\) already: nothing to migrate\.\n$/,
    ),
  });
});
