import { parseArgs } from "node:util";
import pg from "pg";
import { identifierPattern, reservedIdentifiers } from "../../lib/tenancy/identifier";
import { ConfigError, readConfig } from "../config/config";
import { StartError } from "../core/start-error";
import { openDatabase } from "../database/connection";
import { makeAdministrator } from "../database/first-start";
import { sql } from "../database/sql";
import { makeFileStore } from "../files/make-file-store";
import { hashPassword } from "../queues/password";
import { seedDemo } from "./demo";
import { admitAdministrator, ensureTenant } from "./tenant";
import { seedTenants, seedVolume } from "./volume";

const usage = "Usage: npm run seed -- [--tenant <identifier> | --tenants <number>] --users <number>";

async function main(): Promise<void> {
  const { demo, tenant, tenants, users } = readArguments();
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
}

function readArguments(): { demo: boolean; tenant: string; tenants: number; users: number } {
  const { values } = parse();
  const { demo = false, tenant = "main", tenants = "0", users: given = "" } = values;
  const users = Number(given);
  if (!demo && !/^\d+$/.test(given))
    throw new StartError(`--users takes a number; 0 creates a tenant with only its administrator. ${usage}`);
  if (!identifierPattern.test(tenant) || reservedIdentifiers.has(tenant))
    throw new StartError(
      `--tenant takes lower-case letters, digits and hyphens, and no reserved word. ${usage}`,
    );
  if (!/^\d{1,5}$/.test(tenants)) throw new StartError(`--tenants takes a number. ${usage}`);
  return { demo, tenant, tenants: Number(tenants), users };
}

function parse() {
  try {
    return parseArgs({
      options: {
        demo: { type: "boolean" },
        tenant: { type: "string" },
        tenants: { type: "string" },
        users: { type: "string" },
      },
    });
  } catch (error) {
    throw new StartError(`${(error as Error).message} ${usage}`);
  }
}

const filled = ["accounts", "users", "history"];

/** Disables autovacuum while filling, which it would repeatedly slow down. */
async function withoutAutovacuum(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query("begin");
    await client.query(`lock table ${filled.join(", ")} in share update exclusive mode`);
    await work();
  });
}

/** Lists skip to deep pages by index-only scans, which need the visibility map from vacuum. */
async function tidy(databaseUrl: string): Promise<void> {
  await Promise.all(
    [...filled, "record_counts"].map((table) =>
      withClient(databaseUrl, (client) => client.query(`vacuum (analyze) ${table}`)),
    ),
  );
}

async function withClient(databaseUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await work(client).finally(() => client.end());
}

main().catch((error: unknown) => {
  const isForeseen = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`${isForeseen ? error.message : (error as Error).stack}\n`);
  process.exit(1);
});
