import { parseArgs } from "node:util";
import { identifierPattern, reservedIdentifiers } from "../../lib/tenancy/identifier";
import { runCommand, UsageError } from "../config/command";
import { readConfig } from "../config/config";
import { openDatabase } from "../database/connection";
import { makeAdministrator } from "../database/first-start";
import { withOwnClient } from "../database/own-client";
import { sql } from "../database/sql";
import { makeFileStore } from "../files/make-file-store";
import { hashPassword } from "../queues/password";
import { seedDemo } from "./demo";
import { admitAdministrator, ensureTenant } from "./tenant";
import { seedTenants, seedVolume } from "./volume";

const usage = "Usage: npm run seed -- [--tenant <identifier> | --tenants <number>] --users <number>";

runCommand(usage, async (parameters) => {
  const { demo, tenant, tenants, users } = readArguments(parameters);
  const config = readConfig(process.env);
  const connection = await openDatabase(config);
  try {
    // Creates the same first user as a regular start, so that sample data never takes their place.
    const administrator = await makeAdministrator(connection, config);
    if (administrator?.generatedPassword)
      process.stdout.write(`Administrator: ${administrator.userName} / ${administrator.generatedPassword}\n`);
    if (demo) {
      const isNew = await seedDemo(
        connection,
        makeFileStore(config),
        config.adminPassword ? await hashPassword(config.adminPassword) : null,
      );
      process.stdout.write(isNew ? "Sample data made.\n" : "Sample data is there already.\n");
      return;
    }
    if (tenants > 0) {
      await seedTenants({ connection, tenants, users, administrator: config.adminUser });
      process.stdout.write(`${tenants} tenants with ${users} users each\n`);
      return;
    }
    await admitAdministrator(connection, await ensureTenant(connection, tenant), config.adminUser);
    const started = performance.now();
    const perSecond = (made: number) => Math.round(made / ((performance.now() - started) / 1000));
    let reported = 0;
    const fill = () =>
      seedVolume({
        connection,
        tenant,
        users,
        onProgress: (made) => {
          if (made - reported < 100_000 && made < users) return;
          reported = made;
          process.stdout.write(`${made} of ${users} users, ${perSecond(made)} a second\n`);
        },
      });
    if (config.databaseUrl) {
      await withoutAutovacuum(config.databaseUrl, fill);
      await tidy(config.databaseUrl);
    } else {
      await fill();
      await connection.transaction("owner", (db) => db.execute(sql`analyze`));
    }
  } finally {
    await connection.close();
  }
});

/** @throws {UsageError} */
function readArguments(parameters: string[]) {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: parameters,
    options: { demo: { type: "boolean" }, tenant: text, tenants: text, users: text },
  });
  const { demo = false, tenant = "main", tenants = "0", users = "" } = values;
  if (!demo && !/^\d+$/.test(users))
    throw new UsageError("--users takes a number; 0 creates a tenant with only its administrator.");
  if (!identifierPattern.test(tenant) || reservedIdentifiers.has(tenant))
    throw new UsageError("--tenant takes lower-case letters, digits and hyphens, and no reserved word.");
  if (!/^\d{1,5}$/.test(tenants)) throw new UsageError("--tenants takes a number.");
  return { demo, tenant, tenants: Number(tenants), users: Number(users) };
}

const filled = ["accounts", "users", "history"];

/** Disables autovacuum while filling, which it would repeatedly slow down. */
async function withoutAutovacuum(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  await withOwnClient({ url: databaseUrl, name: "hub seed" }, async (client) => {
    await client.query("begin");
    await client.query(`lock table ${filled.join(", ")} in share update exclusive mode`);
    await work();
  });
}

/** Lists skip to deep pages by index-only scans, which need the visibility map from vacuum. */
async function tidy(databaseUrl: string): Promise<void> {
  await Promise.all(
    [...filled, "record_counts"].map((table) =>
      withOwnClient({ url: databaseUrl, name: "hub seed" }, (client) =>
        client.query(`vacuum (analyze) ${table}`),
      ),
    ),
  );
}
