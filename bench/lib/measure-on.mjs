import { setTimeout as sleep } from "node:timers/promises";
import { measureAccess } from "../access.mjs";
import { measureApi } from "../api.mjs";
import { measureAttachments } from "../attachments.mjs";
import { measureAttributes } from "../attributes.mjs";
import { measureBackup } from "../backup.mjs";
import { measureBff } from "../bff.mjs";
import { measureExport } from "../export.mjs";
import { largestAttachment, measureFiles } from "../files.mjs";
import { measureHistory } from "../history.mjs";
import { measureImport } from "../import.mjs";
import { measureLists } from "../lists.mjs";
import { measureLive } from "../live.mjs";
import { measureLoading } from "../loading.mjs";
import { measureReports } from "../reports.mjs";
import { measureRequest } from "../request.mjs";
import { measureTables } from "../scroll.mjs";
import { measureTabs } from "../tabs.mjs";
import { measureThemes } from "../themes.mjs";
import { withBrowser } from "./browser.mjs";
import { newDatabase } from "./database.mjs";
import { seed, startProduct } from "./product.mjs";
import { timed } from "./statistics.mjs";

const settleSeconds = 5;

/**
 * Runs parts of the bench on a new database with that many users.
 * @param {string} serverUrl connects to the database server
 * @param {{ users: number, parts: readonly string[], report: import("./report.mjs").Report }} options
 */
export async function measureOn(serverUrl, { users, parts, report }) {
  if (parts.length === 0) return;
  const has = (/** @type {string} */ part) => parts.includes(part);
  const databaseUrl = await newDatabase(serverUrl, `bench_${users}`);
  if (has("seed")) report.section(`Seed of ${users} users on PostgreSQL`);
  const seeded = await timed(() =>
    seed({ DATABASE_URL: databaseUrl }, "--tenant", "main", "--users", String(users)),
  );
  if (has("seed")) report.add("users a second", users / (seeded / 1000), "/s", { min: 20_000 });
  if (parts.length === 1 && has("seed")) return;

  const product = await startProduct(databaseUrl, { ATTACHMENT_MAX_MB: String(largestAttachment) });
  const measured = { ...product, databaseUrl, report };
  try {
    if (has("processes")) {
      report.section("Processes");
      report.add("npm start, already built, to ready", product.secondsToReady, "s", { max: 5 });
      await sleep(settleSeconds * 1000);
      report.add("idle memory of API and web", product.memory(), "MB", { max: 350 });
    }
    if (has("lists")) await measureLists(measured);
    if (has("history")) await measureHistory({ ...measured, users });
    if (has("bff")) await measureBff(measured);
    if (has("export")) await measureExport(measured);
    if (has("backup")) await measureBackup({ ...measured, users });
    if (has("files")) await measureFiles(measured);
    if (has("attachments")) await withBrowser((browser) => measureAttachments({ ...measured, browser }));
    if (has("reports")) await measureReports(measured);
    if (has("api")) await measureApi(measured);
    if (has("import")) await measureImport(measured);
    if (has("loading")) await withBrowser((browser) => measureLoading({ ...measured, browser }));
    if (has("scroll")) await withBrowser((browser) => measureTables({ ...measured, browser }));
    if (has("tabs")) await withBrowser((browser) => measureTabs({ ...measured, browser }));
    if (has("themes")) await withBrowser((browser) => measureThemes({ ...measured, browser }));
    if (has("access")) await measureAccess(measured);
    if (has("live")) await withBrowser((browser) => measureLive({ product, report, browser }));
    if (has("attributes")) await measureAttributes(measured);
  } finally {
    await product.stop();
  }
  // Starts its own processes, to instrument them.
  if (has("request")) await measureRequest({ databaseUrl, report });
}
