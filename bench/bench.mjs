// `npm run bench [-- --users 1000000]`: what the project promises about speed, measured on a database and processes of
// its own on this machine. Prints a table and writes bench/results/<time>.json.
import { parseArgs } from "node:util";
import { ensureBuilt } from "../scripts/lib/build.mjs";
import { ensureInstalled } from "../scripts/lib/install.mjs";
import { checkNodeVersion } from "../scripts/lib/node-version.mjs";
import { startPostgres } from "../scripts/lib/postgres.mjs";
import { ensureChromium, ensurePostgres } from "../scripts/lib/prerequisites.mjs";
import { runCommand } from "../scripts/lib/process.mjs";
import { run } from "../scripts/lib/stop.mjs";

const settleSeconds = 5;

await run(async () => {
  checkNodeVersion();
  const { values } = parseArgs({ options: { users: { type: "string", default: "1000000" } } });
  await ensureInstalled();
  await ensurePostgres();
  await ensureChromium();
  await ensureBuilt();
  // Loaded now, because the packages they need may just have been installed.
  const [
    { Report },
    { adminPassword, adminUser, startProduct },
    { measureLists },
    { measureBff },
    { measureExport },
    { measureBrowser },
    { measureTables },
  ] = await Promise.all([
    import("./lib/report.mjs"),
    import("./lib/product.mjs"),
    import("./lists.mjs"),
    import("./bff.mjs"),
    import("./export.mjs"),
    import("./browser.mjs"),
    import("./scroll.mjs"),
  ]);
  const report = new Report();
  const postgres = await startPostgres({
    settings: { fsync: "on", shared_buffers: "1GB", max_wal_size: "4GB", work_mem: "16MB" },
  });
  try {
    report.section(`Seed of ${values.users} users on PostgreSQL`);
    const from = performance.now();
    await runCommand(process.execPath, ["dist/api/seed.mjs", "--tenant", "main", "--users", values.users], {
      env: { DATABASE_URL: postgres.url, ADMIN_USER: adminUser, ADMIN_PASSWORD: adminPassword },
      what: "The seed",
    });
    report.add("users a second", Number(values.users) / ((performance.now() - from) / 1000), "/s", {
      atLeast: 20_000,
    });

    const product = await startProduct(postgres.url);
    try {
      report.section("Processes");
      report.add("npm start, already built, to ready", product.secondsToReady, "s", { atMost: 5 });
      await new Promise((resolve) => setTimeout(resolve, settleSeconds * 1000));
      report.add("idle memory of API and web", product.memory(), "MB", { atMost: 350 });
      await measureLists({ ...product, databaseUrl: postgres.url, report });
      await measureBff({ ...product, report });
      await measureExport({ ...product, report });
      await measureBrowser({ ...product, report });
      await measureTables({ ...product, report });
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
  console.log(`\nWritten to ${report.write()}`);
});
