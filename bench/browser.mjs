import { chromium } from "@playwright/test";
import { chromiumParameters, findChromium } from "../scripts/lib/chromium.mjs";
import { apiHeaders, browserHeaders } from "./lib/http.mjs";
import { median, quantile } from "./lib/statistics.mjs";

const tabs = 30;
const rows = 100;
const switches = 200;

/**
 * What a browser loads to see the users list, how fast open tabs are switched, and what that does to its memory.
 * @param {{ origin: string, apiOrigin: string, report: import("./lib/report.mjs").Report }} options
 */
export async function measureBrowser({ origin, apiOrigin, report }) {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumParameters, "--js-flags=--expose-gc"],
  });
  try {
    const { cookie } = await browserHeaders(origin);
    const cookies = cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies);
    await measureLoading(context, origin, report);
    await measureTabs(context, origin, await makeRoles(apiOrigin), report);
  } finally {
    await browser.close();
  }
}

/**
 * @param {import("@playwright/test").BrowserContext} context
 * @param {string} origin
 * @param {import("./lib/report.mjs").Report} report
 */
async function measureLoading(context, origin, report) {
  report.section("Users list on a cold cache");
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  /** @type {Set<string>} */
  const scripts = new Set();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  const from = performance.now();
  await page.goto(`${origin}/users`, { waitUntil: "commit" });
  await page.getByRole("row").nth(1).waitFor();
  report.add("rows on screen after", performance.now() - from, "ms");
  await page.waitForLoadState("networkidle");
  report.add("compressed JavaScript", bytes / 1000, "kB", { atMost: 280 });
  await page.close();
}

/**
 * @param {import("@playwright/test").BrowserContext} context
 * @param {string} origin
 * @param {readonly string[]} roleIds
 * @param {import("./lib/report.mjs").Report} report
 */
async function measureTabs(context, origin, roleIds, report) {
  report.section(`${roleIds.length} open tabs of ${rows} rows`);
  const page = await context.newPage();
  for (const roleId of roleIds) {
    await page.goto(`${origin}/roles/${roleId}?tab=users&pageLimit=${rows}`);
    await page.waitForFunction(shownRows, rows);
  }
  // Every tab is visited once, so that all are loaded.
  const names = page.getByRole("tablist").first().getByRole("tab");
  const opened = await names.count();
  for (let index = 0; index < opened; index += 1) {
    await names.nth(index).click();
    await page.waitForFunction(shownRows, 1);
  }
  const session = await context.newCDPSession(page);
  const before = await usedMemory(session);
  const times = await page.evaluate(switchTabs, { switches });
  const after = await usedMemory(session);
  report.add("tabs open", opened, "");
  report.add("switch, click to paint, median", median(times), "ms");
  report.add("switch, click to paint, p95", quantile(times, 0.95), "ms", { atMost: 50 });
  report.add("memory before the switches", before, "MB");
  report.add(`memory after ${switches} switches`, after, "MB", { atMost: before * 1.1 + 1 });
  await page.close();
}

/** Runs in the page: whether the visible view shows at least so many rows. */
function shownRows(/** @type {number} */ wanted) {
  return (
    [...document.querySelectorAll("tbody tr")].filter((row) => row.getClientRects().length > 0).length >=
    wanted
  );
}

/**
 * Runs in the page: activates one tab after the other and answers the milliseconds from each click to its paint.
 * @param {{ switches: number }} options
 * @returns {Promise<number[]>}
 */
async function switchTabs({ switches }) {
  /** @type {HTMLElement[]} */
  const tabs = [
    ...(document.querySelector('[role="tablist"]')?.querySelectorAll('[role="tab"]') ?? []),
  ].flatMap((tab) => (tab instanceof HTMLElement ? [tab] : []));
  const painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage("");
      });
    });
  const times = [];
  for (let count = 0; count < switches; count += 1) {
    const tab = tabs[(count * 7) % tabs.length];
    if (!tab || tab.getAttribute("aria-selected") === "true") continue;
    const from = performance.now();
    tab.click();
    do await painted();
    while (tab.getAttribute("aria-selected") !== "true");
    times.push(performance.now() - from);
  }
  return times;
}

/**
 * @param {import("@playwright/test").CDPSession} session
 * @returns {Promise<number>} MB in use after a collection
 */
async function usedMemory(session) {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 1_000_000;
}

/**
 * Roles that each have a page full of users.
 * @param {string} apiOrigin
 * @returns {Promise<string[]>} their ids
 */
async function makeRoles(apiOrigin) {
  const headers = { ...(await apiHeaders(apiOrigin)), "content-type": "application/json" };
  /** @param {string} path @param {string} [method] @param {unknown} [body] */
  const call = async (path, method = "GET", body) => {
    const answer = await fetch(apiOrigin + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    const text = await answer.text();
    return text === "" ? null : JSON.parse(text);
  };
  const { list } = /** @type {{ list: { userId: string }[] }} */ (await call(`/users?pageLimit=${rows}`));
  const userIds = list.map(({ userId }) => userId);
  /** @type {string[]} */
  const roleIds = [];
  for (let index = 1; index <= tabs; index += 1) {
    const roleId = String(await call("/roles", "POST", { roleName: `Bench ${Date.now()} ${index}` }));
    await call(`/roles/${roleId}/users`, "PUT", { userIds });
    roleIds.push(roleId);
  }
  return roleIds;
}
