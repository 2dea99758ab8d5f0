import { budgets, budgetsOfUsersPage } from "./budgets.mjs";
import { signedInContext } from "./lib/browser.mjs";
import { watchFirstRow } from "./lib/first-row.mjs";
import { median } from "./lib/statistics.mjs";
import { measureMainThread } from "./main-thread.mjs";

const rounds = 5;

/** A phone on an average network: 8.1 Mbit/s, 60 ms round trip, a quarter of this processor. */
const slow = { latency: 60, bytesPerSecond: (8.1 * 1_000_000) / 8, slowdown: 4 };

/**
 * Milliseconds to the first row of a bare react-admin list of 100,000 users, measured when the promise was made: the
 * limits, on a machine of that kind.
 */
const reactAdmin = { cold: 500, warm: 340, slowCold: 1540, slowWarm: 1170 };

/**
 * The files that a browser loads for each kind of view, and when the first row of the users list is painted.
 * @param {{ browser: import("@playwright/test").Browser, origin: string, report: import("./lib/report.mjs").Report }}
 * options
 */
export async function measureLoading({ browser, origin, report }) {
  report.section("Compressed JavaScript on a cold cache");
  for (const [path, max] of Object.entries(budgets)) {
    const context = await signedInContext(browser, origin);
    const { kilobytes } = await loaded(context, origin + path);
    report.add(path, kilobytes("Script"), "kB", { max });
    await context.close();
  }

  report.section("The users list on a cold cache");
  const context = await signedInContext(browser, origin);
  const { requests, kilobytes } = await loaded(context, `${origin}/users`);
  await context.close();
  report.add("requests", requests, "", { max: budgetsOfUsersPage.requests });
  report.add("compressed HTML", kilobytes("Document"), "kB", { max: budgetsOfUsersPage.html });
  report.add("fonts", kilobytes("Font"), "kB", { max: budgetsOfUsersPage.fonts });

  report.section(`First row of the users list painted (median of ${rounds})`);
  // Once, so that the server is warm too.
  await firstRows(browser, origin, 1);
  const usual = await firstRows(browser, origin, rounds);
  report.add("cold cache", usual.cold, "ms", { max: reactAdmin.cold, note: "react-admin's list at most" });
  report.add("warm cache", usual.warm, "ms", { max: reactAdmin.warm, note: "react-admin's list at most" });
  const slowed = await firstRows(browser, origin, rounds, slow);
  const how = "CPU 4x, 8.1 Mbit/s, 60 ms";
  report.add(`cold cache, ${how}`, slowed.cold, "ms", { max: reactAdmin.slowCold });
  report.add(`warm cache, ${how}`, slowed.warm, "ms", { max: reactAdmin.slowWarm });
  report.add("layout shift", Math.max(usual.shift, slowed.shift), "", { max: 0 });
  report.add("data requests before the first row", Math.max(usual.calls, slowed.calls), "", { max: 0 });
  await measureMainThread({ browser, origin, report });
}

/**
 * @param {import("@playwright/test").BrowserContext} context
 * @param {string} address
 * @returns {Promise<{ requests: number, kilobytes(type: string): number }>} kB transferred, with headers, by the
 * browser's resource types
 */
async function loaded(context, address) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  /** @type {Map<string, { type: string, bytes: number }>} */
  const files = new Map();
  session.on("Network.responseReceived", ({ requestId, type }) => {
    files.set(requestId, { type, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  await session.send("Network.enable");
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  const all = [...files.values()];
  return {
    requests: all.length,
    kilobytes: (type) =>
      all.filter((file) => file.type === type).reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
  };
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} origin
 * @param {number} rounds
 * @param {typeof slow} [throttle]
 */
async function firstRows(browser, origin, rounds, throttle) {
  const [cold, warm, shifts, calls] = [[0], [0], [0], [0]].map((list) => list.slice(1));
  for (let round = 0; round < rounds; round += 1) {
    const context = await signedInContext(browser, origin);
    for (const times of [cold, warm]) {
      const seen = await firstRow(context, `${origin}/users`, throttle);
      times?.push(seen.paintedAt);
      shifts?.push(seen.shift);
      calls?.push(seen.calls);
    }
    await context.close();
  }
  return {
    cold: median(cold ?? []),
    warm: median(warm ?? []),
    shift: Math.max(...(shifts ?? [])),
    calls: Math.max(...(calls ?? [])),
  };
}

/**
 * Opens the list in a new page and waits until it is idle.
 * @param {import("@playwright/test").BrowserContext} context
 * @param {string} address
 * @param {typeof slow} [throttle]
 */
async function firstRow(context, address, throttle) {
  const page = await context.newPage();
  if (throttle) {
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: throttle.latency,
      downloadThroughput: throttle.bytesPerSecond,
      uploadThroughput: throttle.bytesPerSecond,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: throttle.slowdown });
  }
  await page.addInitScript(watchFirstRow);
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  const seen = await page.evaluate(() => {
    const { firstRowAt, shift } = /** @type {any} */ (window);
    const calls = performance
      .getEntriesByType("resource")
      .filter(({ name, startTime }) => /\/api\/users(\?|$)/.test(name) && startTime < firstRowAt);
    return { paintedAt: firstRowAt, shift, calls: calls.length };
  });
  await page.close();
  return seen;
}
