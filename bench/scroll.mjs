import { signedInContext } from "./lib/browser.mjs";
import { median, quantile } from "./lib/statistics.mjs";

const rows = 10_000;
const searches = 15;
const debounce = 300;

/**
 * Tables in a browser: the longest frame while ten thousand rows scroll, and the time from typing to painted rows,
 * minus the debounce and the API's own time.
 * @param {{ browser: import("@playwright/test").Browser, origin: string, report: import("./lib/report.mjs").Report }}
 * options
 */
export async function measureTables({ browser, origin, report }) {
  const context = await signedInContext(browser, origin);
  await measureScrolling(browser, context, origin, report);
  await measureTyping(context, origin, report);
  await context.close();
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {import("@playwright/test").BrowserContext} context
 * @param {string} origin
 * @param {import("./lib/report.mjs").Report} report
 */
async function measureScrolling(browser, context, origin, report) {
  report.section(`${rows} rows on one page`);
  const page = await context.newPage();
  const list = Array.from({ length: rows }, (_, index) => ({
    userId: `id-${index}`,
    userName: `user.${index}`,
    firstName: "Ada",
    lastName: `Name ${index}`,
    email: `user.${index}@example.test`,
    lastLoginDate: null,
    createdOn: "2026-03-01T09:30:00.000Z",
    createdBy: "admin",
  }));
  await page.route("**/api/users?*", (route) => route.fulfill({ json: { list, totalCount: rows } }));
  await page.goto(`${origin}/users?pageLimit=-1`);
  await page.locator("tbody tr[data-index]").first().waitFor();
  report.add("rows in the document", await page.locator("tbody tr[data-index]").count(), "");
  for (const [name, step] of /** @type {const} */ ([
    ["row by row", 40],
    ["by the wheel", 400],
    ["by the bar", 12_000],
  ])) {
    const frames = await page.evaluate(scrollThrough, step);
    await browser.startTracing(page, { categories: ["toplevel"] });
    await page.evaluate(scrollThrough, step);
    const busy = longestTask(await browser.stopTracing());
    report.add(`frame while scrolling ${name}, p95`, quantile(frames, 0.95), "ms");
    report.add(`longest frame while scrolling ${name}`, Math.max(...frames), "ms", { max: 50 });
    report.add(`longest task while scrolling ${name}, processor time`, busy, "ms", { max: 50 });
  }
  await page.close();
}

/**
 * The page's own work, regardless of other load on the machine.
 * @param {Buffer} recorded a trace
 * @returns {number} milliseconds of processor time of the longest task of a page's main thread
 */
function longestTask(recorded) {
  /** @type {{ traceEvents: { name: string, pid: number, tid: number, tdur?: number, args?: { name?: string } }[] }} */
  const { traceEvents } = JSON.parse(recorded.toString());
  const threadOf = (/** @type {{ pid: number, tid: number }} */ { pid, tid }) => `${pid} ${tid}`;
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(threadOf),
  );
  const tasks = traceEvents.filter(
    (event) => event.name.endsWith("RunTask") && mainThreads.has(threadOf(event)),
  );
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

/**
 * Runs in the page: scrolls the table down and up by a step per frame.
 * @param {number} step pixels
 * @returns {Promise<number[]>} the milliseconds between frames
 */
async function scrollThrough(step) {
  const box = document.querySelector("table")?.parentElement;
  if (!box) return [];
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  box.scrollTop = 0;
  await frame();
  await frame();
  const times = [];
  let last = performance.now();
  for (let count = 0; count < 240; count += 1) {
    const isBack = count % 120 > 90;
    box.scrollTop += isBack ? -step : step;
    await frame();
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return times;
}

/**
 * @param {import("@playwright/test").BrowserContext} context
 * @param {string} origin
 * @param {import("./lib/report.mjs").Report} report
 */
async function measureTyping(context, origin, report) {
  report.section("Phrase search in the users list");
  const page = await context.newPage();
  await page.goto(`${origin}/users`);
  await page.locator("tbody tr[data-index]").first().waitFor();
  const box = page.getByRole("searchbox").first();
  const times = [];
  for (let count = 0; count < searches; count += 1) {
    const phrase = String.fromCharCode(97 + (count % 26)) + String.fromCharCode(97 + ((count * 7) % 26));
    await box.fill("");
    await page.waitForTimeout(debounce * 3);
    await box.focus();
    times.push(await page.evaluate(typeAndWait, { phrase, debounce }));
  }
  report.add("keystroke to painted rows, beyond debounce and API, median", median(times), "ms", {
    max: 50,
  });
  report.add("keystroke to painted rows, beyond debounce and API, p95", quantile(times, 0.95), "ms");
  await page.close();
}

/**
 * Runs in the page: types a phrase into the focused box and waits until its rows are painted.
 * @param {{ phrase: string, debounce: number }} options
 * @returns {Promise<number>} milliseconds, minus the debounce and the time of the request
 */
async function typeAndWait({ phrase, debounce }) {
  const box = document.activeElement;
  const table = document.querySelector("table");
  if (!(box instanceof HTMLInputElement) || !table) throw new Error("There is no box to type into");
  const isBusy = () => document.querySelector("table")?.getAttribute("aria-busy") === "true";
  performance.clearResourceTimings();
  const from = performance.now();
  document.execCommand("insertText", false, phrase);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const asked = () =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry.name.includes("/api/users?") && entry.name.includes(`phrase=${phrase}`));
  do await frame();
  while (asked().length === 0 || isBusy());
  // The frame with the rows is over when the next task runs.
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage("");
  });
  return performance.now() - from - debounce - (asked().at(-1)?.duration ?? 0);
}
