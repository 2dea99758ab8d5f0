// `npm run bench [-- lists export …] [--users 1000000] [--tenants 1000]`: measures the promised performance on a separate
// database and separate processes on this machine. Without names all parts run, in this order:
//
//   seed, processes, lists, history, bff, export, backup    with --users users on PostgreSQL (1,000,000 by default)
//   files, attachments, reports, api, request, import, loading, scroll, tabs, themes, access, live,
//   attributes                            with a tenth of them
//   tenants                               --tenants tenants beside one
//   embedded                              the embedded database, empty and with 20,000 users
//
// Prints a table and writes bench/results/<time>.json.
import { parseArgs } from "node:util";
import { ensureBuilt } from "../scripts/lib/build.mjs";
import { CliError, run } from "../scripts/lib/cli-error.mjs";
import { ensureInstalled } from "../scripts/lib/install.mjs";
import { checkNodeVersion } from "../scripts/lib/node-version.mjs";
import { startPostgres } from "../scripts/lib/postgres.mjs";
import { ensureChromium, ensurePostgres } from "../scripts/lib/prerequisites.mjs";

const many = ["seed", "processes", "lists", "history", "bff", "export", "backup"];
const inBrowser = ["attachments", "loading", "scroll", "tabs", "themes", "live"];
const fewer = ["files", "reports", "api", "request", "import", ...inBrowser, "access", "attributes"];
const others = ["tenants", "embedded"];
const all = [...many, ...fewer, ...others];

await run(async () => {
  checkNodeVersion();
  const { values, positionals } = parseArgs({
    options: {
      users: { type: "string", default: "1000000" },
      tenants: { type: "string", default: "1000" },
    },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !all.includes(name));
  if (unknown.length) throw new CliError(`No such part: ${unknown.join(", ")}. There are ${all.join(", ")}.`);
  const users = Number(values.users);
  const asked = (/** @type {readonly string[]} */ names) =>
    names.filter((name) => positionals.length === 0 || positionals.includes(name));

  await ensureInstalled({ development: true });
  await ensurePostgres();
  if (asked(inBrowser).length) await ensureChromium();
  await ensureBuilt();
  // Loaded now, because the packages they need may just have been installed.
  const [{ Report }, { measureOn }, { measureTenants }, { measureEmbedded }] = await Promise.all([
    import("./lib/report.mjs"),
    import("./lib/measure-on.mjs"),
    import("./tenants.mjs"),
    import("./embedded.mjs"),
  ]);
  const report = new Report();
  const postgres = await startPostgres({
    settings: {
      // Settings of a durable server.
      ...{ fsync: "on", synchronous_commit: "on", full_page_writes: "on", wal_level: "replica" },
      ...{ shared_buffers: "1GB", max_wal_size: "4GB", work_mem: "16MB" },
    },
  });
  try {
    await measureOn(postgres.url, { users, parts: asked(many), report });
    await measureOn(postgres.url, { users: Math.ceil(users / 10), parts: asked(fewer), report });
    if (asked(["tenants"]).length) await measureTenants(postgres.url, Number(values.tenants), report);
    if (asked(["embedded"]).length) await measureEmbedded(report);
  } finally {
    await postgres.stop();
  }
  console.log(`\nWritten to ${report.write()}`);
});
