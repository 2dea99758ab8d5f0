import { statfs } from "node:fs/promises";
import { parseArgs } from "node:util";
import { formatBytes, runCommand } from "../config/command";
import { readConfig } from "../config/config";
import { planUpgrade, type UpgradePlan } from "../database/upgrade-plan";
import { withSnapshot } from "./snapshot";

const usage = "Usage: npm run upgrade:check -- [--json]";

// Prints the plan of an upgrade to this version, without changing the database.
runCommand(usage, async (parameters) => {
  const { values } = parseArgs({ args: parameters, options: { json: { type: "boolean" } } });
  const config = readConfig(process.env);
  const plan = await withSnapshot(config, ({ db }) =>
    planUpgrade(async (text) => (await db.execute({ text, values: [] })).rows),
  );
  const room = config.databaseUrl ? undefined : await freeBytes(config.dataDirectory);
  const isTight = room !== undefined && room < plan.bytes;
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ ...plan, room }, undefined, 2)}\n`
      : `${linesOf(plan, room).join("\n")}\n`,
  );
  if (isTight) process.exitCode = 2;
});

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function linesOf(plan: UpgradePlan, room: number | undefined): string[] {
  const { from, to, migrations } = plan;
  const target = `Hub ${to.version} (migration ${to.migration})`;
  if (!from) return [`The database is empty: the first start makes the schema of ${target}.`];
  const current = `Hub ${from.version ?? "of an unknown version"} (migration ${from.migration})`;
  if (migrations.length === 0)
    return [`The database has the schema of ${target} already: nothing to migrate.`];
  const stops = migrations.filter(({ stop }) => stop);
  return [
    `From ${current} to ${target}, ${migrations.length} migrations:`,
    ...migrations.map(({ name, stop, effects }) => {
      const tables = effects.map(({ table, rows }) => `${table} (${Math.round(rows)} rows)`);
      return `  ${name}: ${stop ? `stop: ${stop}` : "rolling"}${tables.length > 0 ? `; reads all of ${tables.join(", ")}` : ""}`;
    }),
    stops.length > 0
      ? "Stop all processes of the older version before the first one of this version starts."
      : "Processes of the older version may run until they are replaced.",
    `Duration: about ${plan.seconds} s. Room: up to ${formatBytes(plan.bytes)} besides the ${formatBytes(plan.databaseBytes)} of today${
      room === undefined ? ", on the disk of the database server" : `; ${formatBytes(room)} are free`
    }.`,
    ...(room !== undefined && room < plan.bytes
      ? ["That is too little: free some space before the upgrade."]
      : []),
  ];
}
