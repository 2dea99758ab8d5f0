import { signedInContext } from "./lib/browser.mjs";
import { firstRowMark, watchFirstRow } from "./lib/first-row.mjs";
import { recorded } from "./lib/recording.mjs";

const largest = 10;
/** Number of sorted rows. */
const rows = 50;
const times = 6;
/** Milliseconds after which an action is painted, and its effects have run. */
const pause = 700;

/**
 * The main thread's work in a window with a warm cache, in milliseconds of processor time: until the first row of the
 * users list, until it is idle, and with each sort, and each record opened and left. Names sources if the build has
 * maps (`HUB_SOURCE_MAPS=1 npm run build`); a sampled module's time is wall-clock time.
 * @param {{ browser: import("@playwright/test").Browser, origin: string, report: import("./lib/report.mjs").Report }}
 * options
 */
export async function measureMainThread({ browser, origin, report }) {
  const context = await signedInContext(browser, origin);
  const open = async (/** @type {string} */ address) => {
    const page = await context.newPage();
    await page.addInitScript(watchFirstRow);
    return { page, load: () => page.goto(origin + address, { waitUntil: "networkidle" }) };
  };
  const warmed = await open("/users");
  await warmed.load();
  await warmed.page.close();
  for (const [name, mark] of /** @type {const} */ ([
    ["first row", firstRowMark],
    ["quiet", undefined],
  ])) {
    const { page, load } = await open("/users");
    reportRecording(report, `Main thread until the ${name}`, await recorded(browser, page, load, mark));
    await page.close();
  }

  const { page, load } = await open(`/users?pageLimit=${rows}`);
  await load();
  const sort = async (/** @type {number} */ time) => {
    await page
      .locator("thead th[data-column] button:not([aria-haspopup])")
      .nth((time + 1) % 2)
      .click();
    await page.waitForTimeout(pause);
  };
  const visit = async (/** @type {number} */ time) => {
    await page.locator("[role=tabpanel]:visible a[data-row-link]").nth(time).click();
    await page.waitForTimeout(pause);
    await page.getByRole("tablist").first().getByRole("tab").nth(1).click();
    await page.waitForTimeout(pause);
  };
  for (const [name, act] of /** @type {const} */ ([
    [`sort of ${rows} rows`, sort],
    ["record opened and left", visit],
  ])) {
    // The first time loads code.
    await act(0);
    const work = async () => {
      for (let time = 1; time <= times; time += 1) await act(time);
    };
    reportRecording(report, `Main thread with a ${name}`, await recorded(browser, page, work), times);
  }
  await context.close();
}

/**
 * @param {import("./lib/report.mjs").Report} report
 * @param {string} title
 * @param {import("./lib/recording.mjs").Recording} recording
 * @param {number} [count] number of repetitions
 */
function reportRecording(report, title, recording, count = 1) {
  report.section(`${title}${count > 1 ? `, each of ${count}` : ""}`);
  report.add("processor time", recording.busy / count, "ms");
  report.add("of it in tasks over 50 ms", recording.longTasks / count, "ms");
  for (const [kind, time] of recording.kinds) report.add(`  ${kind}`, time / count, "ms");
  for (const [module, time] of recording.modules.slice(0, largest))
    console.log(`      ${(time / count).toFixed(1).padStart(7)} ms  ${module}`);
}
