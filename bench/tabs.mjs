import { setTimeout as sleep } from "node:timers/promises";
import { signedInContext } from "./lib/browser.mjs";
import { apiHeaders, get, send } from "./lib/http.mjs";
import { median, quantile } from "./lib/statistics.mjs";

const tabs = 30;
const rows = 100;
/** Number of open tabs when the palette is measured. */
const tabsUnderPalette = 40;
const openings = 20;
const switches = 200;
/** Milliseconds after which a view in front is complete, and its effects have run. */
const pause = 300;
const pausedSwitches = 40;
const quietSeconds = 5;
const timeout = 60_000;

/**
 * The time to switch between open tabs, also compared with static tables, the effect on the browser's memory, requests
 * of hidden tabs, and the time to open the palette over them.
 * @param {{ browser: import("@playwright/test").Browser, origin: string, apiOrigin: string, report:
 * import("./lib/report.mjs").Report }} options
 */
export async function measureTabs({ browser, origin, apiOrigin, report }) {
  const { roleIds, userIds } = await makeRoles(apiOrigin);
  const context = await signedInContext(browser, origin);
  const page = await context.newPage();
  page.setDefaultTimeout(timeout);
  // Each address opens an additional tab.
  for (const roleId of roleIds) {
    await page.goto(`${origin}/roles/${roleId}?tab=users&pageLimit=${rows}`);
    await page.waitForFunction(shownRows, rows);
    // Stored for the next address.
    await page.waitForFunction(() =>
      Object.values(localStorage).some((kept) => String(kept).includes(location.pathname)),
    );
  }
  // Visits every tab once, so that all are loaded.
  const strip = page.getByRole("tablist").first().getByRole("tab");
  await page.waitForFunction(
    (wanted) =>
      (document.querySelector('[role="tablist"]')?.querySelectorAll('[role="tab"]').length ?? 0) >= wanted,
    tabs,
  );
  const opened = await strip.count();
  for (let index = 0; index < opened; index += 1) {
    const tab = strip.nth(index);
    // Like a user after scrolling the strip there.
    await tab.evaluate((element) => element instanceof HTMLElement && element.click());
    await page.waitForFunction(
      (chosen) =>
        document
          .querySelectorAll('[role="tablist"]')[0]
          ?.querySelectorAll('[role="tab"]')
          [chosen]?.getAttribute("aria-selected") === "true",
      index,
    );
    const isRole = await page.evaluate(() => location.pathname.includes("/roles/"));
    if (isRole) await page.waitForFunction(shownRows, rows);
  }

  report.section(`${opened} open tabs, ${roleIds.length} of them with ${rows} rows`);
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => {
    if (/\/api\/roles\//.test(request.url())) asked.push(request.url());
  });
  await sleep(quietSeconds * 1000);
  report.add(`requests by tabs in ${quietSeconds} quiet seconds`, asked.length, "", { max: 0 });

  const session = await context.newCDPSession(page);
  const before = await usedMemory(session);
  const times = await page.evaluate(switchTabs, { switches });
  const after = await usedMemory(session);
  report.add("switch, click to paint, median", median(times), "ms", { note: `of ${times.length}` });
  report.add("switch, click to paint, p95", quantile(times, 0.95), "ms", { max: 50 });
  report.add("memory before the switches", before, "MB");
  report.add(`memory after ${switches} switches`, after, "MB", { max: before * 1.1 + 1 });
  const paused = await page.evaluate(switchTabs, { switches: pausedSwitches, pause });
  const [plain, pausedPlain] = await switchesOfStaticTables(context);
  report.add("switch between as many static tables, median", median(plain), "ms");
  report.add("switch against static tables", median(times) / median(plain), "x", { max: 1.3 });
  report.add(`switch ${pause} ms after the one before, median`, median(paused), "ms");
  report.add("switch after a pause against static tables", median(paused) / median(pausedPlain), "x", {
    max: 1.3,
  });

  await openBeside(page, userIds.slice(0, tabsUnderPalette - tabs));
  report.section(`Palette over ${await strip.count()} open tabs`);
  // The first time loads its code.
  const [, ...took] = await page.evaluate(openPalette, { times: openings + 1 });
  report.add("key to paint, median", median(took), "ms", { note: `of ${took.length}`, max: 50 });
  report.add("key to paint, p95", quantile(took, 0.95), "ms");
  await context.close();
}

/**
 * Opens records in separate tabs, as links do, and returns to the original tab.
 * @param {import("@playwright/test").Page} page
 * @param {string[]} userIds
 */
async function openBeside(page, userIds) {
  const inFront = page.getByRole("tablist").first().getByRole("tab", { selected: true });
  const before = await inFront.getAttribute("id");
  for (const userId of userIds) {
    await page.evaluate((to) => {
      history.pushState({ ...history.state, tab: undefined }, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, `/users/${userId}`);
    await page.locator("#content > [role=tabpanel]:visible dl").first().waitFor();
  }
  await page.locator(`[id="${before}"]`).evaluate((tab) => tab instanceof HTMLElement && tab.click());
  await page.waitForFunction(shownRows, rows);
}

/**
 * Milliseconds of switches between tables that are only shown and hidden, with and without pauses between them.
 * @param {import("@playwright/test").BrowserContext} context
 * @returns {Promise<[number[], number[]]>}
 */
async function switchesOfStaticTables(context) {
  const page = await context.newPage();
  const cells = Array.from({ length: 6 }, (_, cell) => `<td>Text of cell ${cell}</td>`).join("");
  const table = `<table><tbody>${`<tr>${cells}</tr>`.repeat(rows)}</tbody></table>`;
  const each = Array.from({ length: tabs }, (_, tab) => tab);
  await page.setContent(`<!doctype html>
    <style>
      body { margin: 0; font: 14px/20px sans-serif }
      [role=tabpanel] { height: 800px; overflow: auto }
      table { width: 100%; table-layout: fixed; border-collapse: collapse }
      tr { height: 36px; border-bottom: 1px solid silver }
      td { overflow: hidden; padding: 0 12px; text-overflow: ellipsis; white-space: nowrap }
    </style>
    <div role="tablist">
      ${each.map((tab) => `<button role="tab" aria-selected="${tab === 0}" aria-controls="panel${tab}">${tab}</button>`).join("")}
    </div>
    ${each.map((tab) => `<div role="tabpanel" id="panel${tab}" ${tab === 0 ? "" : "hidden"}>${table}</div>`).join("")}`);
  await page.evaluate(() => {
    document.addEventListener("click", ({ target }) => {
      for (const tab of document.querySelectorAll("[role=tab]")) {
        const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
        if (panel) panel.hidden = tab !== target;
        tab.setAttribute("aria-selected", String(tab === target));
      }
    });
  });
  const times = await page.evaluate(switchTabs, { switches });
  const paused = await page.evaluate(switchTabs, { switches: pausedSwitches, pause });
  await page.close();
  return [times, paused];
}

/** Runs in the page: whether the visible view shows at least that many rows. */
function shownRows(/** @type {number} */ wanted) {
  return (
    [...document.querySelectorAll("tbody tr")].filter((row) => row.getClientRects().length > 0).length >=
    wanted
  );
}

/**
 * Runs in the page: activates the tabs in turn and returns the milliseconds from each click to its paint.
 * @param {{ switches: number, pause?: number }} options `pause` in milliseconds
 * @returns {Promise<number[]>}
 */
async function switchTabs({ switches, pause = 0 }) {
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
  const isShown = (/** @type {HTMLElement} */ tab) =>
    tab.getAttribute("aria-selected") === "true" &&
    (document.getElementById(tab.getAttribute("aria-controls") ?? "")?.getClientRects().length ?? 0) > 0;
  const times = [];
  for (let count = 0; times.length < switches && count < 3 * switches; count += 1) {
    const tab = tabs[(count * 7) % tabs.length];
    if (!tab || tab.getAttribute("aria-selected") === "true") continue;
    const from = performance.now();
    tab.click();
    do await painted();
    while (!isShown(tab));
    times.push(performance.now() - from);
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
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
 * Creates roles, each with a page full of users.
 * @param {string} apiOrigin
 * @returns {Promise<{ roleIds: string[], userIds: string[] }>}
 */
async function makeRoles(apiOrigin) {
  const headers = await apiHeaders(apiOrigin);
  const { list } = /** @type {{ list: { userId: string }[] }} */ (
    await get(`${apiOrigin}/users?pageLimit=${rows}`, headers)
  );
  const userIds = list.map(({ userId }) => userId);
  /** @type {string[]} */
  const roleIds = [];
  for (let index = 1; index <= tabs; index += 1) {
    const body = { roleName: `Bench ${Date.now()} ${index}` };
    const roleId = await send(`${apiOrigin}/roles`, headers, { body });
    await send(`${apiOrigin}/roles/${roleId}/users`, headers, { method: "PUT", body: { userIds } });
    roleIds.push(roleId);
  }
  return { roleIds, userIds };
}

/**
 * Runs in the page: the time from each Ctrl K until the palette is painted.
 * @param {{ times: number }} options
 */
async function openPalette({ times }) {
  const box = () => document.querySelector("[role=dialog] [role=combobox]");
  const press = (/** @type {string} */ key, ctrlKey = false) =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }),
    );
  const settled = async (/** @type {() => boolean} */ is) => {
    while (!is()) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const took = [];
  for (let time = 0; time < times; time += 1) {
    const start = performance.now();
    press("k", true);
    await settled(() => box() !== null);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    took.push(performance.now() - start);
    press("Escape");
    await settled(() => box() === null);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return took;
}
