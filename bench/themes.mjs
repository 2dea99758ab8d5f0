import { gzipSync } from "node:zlib";
import { signedInContext } from "./lib/browser.mjs";
import { apiHeaders, send } from "./lib/http.mjs";
import { median, quantile, timed } from "./lib/statistics.mjs";

const changes = 20;
const pages = 60;
const loads = 20;
/** Yellow is corrected nearly everywhere, which makes its style the longest possible. */
const colours = ["#facc15", "#b45309"];
const styleElement = /<style id="organisation-theme">([^<]*)<\/style>/;

/**
 * The time until another open browser shows a changed theme, and the cost of a theme's style element for a page.
 * @param {{ browser: import("@playwright/test").Browser, origin: string, apiOrigin: string, report:
 * import("./lib/report.mjs").Report }} options
 */
export async function measureThemes({ browser, origin, apiOrigin, report }) {
  const headers = await apiHeaders(apiOrigin);
  const theme = `${apiOrigin}/organisation-settings/theme/Bench`;
  const save = (/** @type {object} */ body) => send(theme, headers, { method: "PUT", body });
  await save({ primary: colours[0], accent: "#be123c", isDark: false, isDefault: true });

  report.section(`A theme that is saved, until another open browser wears it (${changes} changes)`);
  const delays = await untilThemeShown({ browser, origin, save });
  report.add("median", median(delays), "ms");
  report.add("slowest", Math.max(...delays), "ms", { max: 1000 });

  report.section("What the style element of a theme adds to a page");
  await save({ primary: colours[0], isDefault: false });
  const without = await textOf(`${origin}/login`);
  await save({ isDefault: true });
  const html = await textOf(`${origin}/login`);
  const plain = html.replace(styleElement, "");
  const [style = "", css = ""] = styleElement.exec(html) ?? [];
  if (style === "") throw new Error("The page has no style element of a theme.");
  report.add("bytes of the element", Buffer.byteLength(style), "B", { max: 2000 });
  // React repeats it in its own part of the page.
  report.add("bytes of the page, not compressed", Buffer.byteLength(html) - Buffer.byteLength(without), "B");
  const compressed = gzipSync(html).length - gzipSync(without).length;
  report.add("bytes of the page, as it is sent", compressed, "B", { max: 2000 });
  const answers = await extraOfAnswer(origin, save);
  report.add(`answer of a page, median of ${pages}`, answers, "ms");
  const drawing = await extraOfDrawing({ browser, origin, html, plain, css });
  report.add(`parsing and styles in the browser, median of ${loads}`, drawing, "ms");
  report.add("both", Math.max(0, answers) + Math.max(0, drawing), "ms", { max: 5 });
}

/** @param {string} url */
async function textOf(url) {
  const response = await fetch(url);
  return response.text();
}

/**
 * @param {{ browser: import("@playwright/test").Browser, origin: string, save: (values: object) => Promise<void> }}
 * options
 * @returns {Promise<number[]>} milliseconds from the saving call
 */
async function untilThemeShown({ browser, origin, save }) {
  const context = await signedInContext(browser, origin);
  const page = await context.newPage();
  const listens = page.waitForResponse((response) => response.url().includes("/hubs/notifications?id="));
  await page.goto(`${origin}/users`);
  await listens;
  const worn = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--primary"));
  /** @type {number[]} */
  const delays = [];
  for (let change = 1; change <= changes; change += 1) {
    const before = await worn();
    const seen = page.waitForFunction(
      (last) => getComputedStyle(document.documentElement).getPropertyValue("--primary") !== last,
      before,
      { polling: "raf" },
    );
    delays.push(
      await timed(async () => {
        await save({ primary: colours[change % colours.length] });
        await seen;
      }),
    );
  }
  await context.close();
  return delays;
}

/**
 * @param {string} origin
 * @param {(values: object) => Promise<void>} save
 * @returns {Promise<number>} additional milliseconds of the response with a theme
 */
async function extraOfAnswer(origin, save) {
  const answer = async (/** @type {boolean} */ isDefault) => {
    await save({ isDefault });
    return timed(() => textOf(`${origin}/login`));
  };
  // Alternating, so that other load on the machine affects both.
  return medianExtra(
    pages,
    () => answer(false),
    () => answer(true),
  );
}

/**
 * @param {number} rounds measured, after a tenth as many for warming up
 * @param {() => Promise<number>} without
 * @param {() => Promise<number>} withTheme
 * @returns {Promise<number>} the median difference
 */
async function medianExtra(rounds, without, withTheme) {
  /** @type {number[]} */
  const extras = [];
  for (let round = -rounds / 10; round < rounds; round += 1) {
    const least = await without();
    const extra = (await withTheme()) - least;
    if (round >= 0) extras.push(extra);
  }
  return median(extras);
}

/**
 * @param {{ browser: import("@playwright/test").Browser, origin: string, html: string, plain: string, css: string }} options
 * @returns {Promise<number>} milliseconds
 */
async function extraOfDrawing({ browser, origin, html, plain, css }) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const drawn = async (/** @type {string} */ body) => {
    const page = await context.newPage();
    await page.route(`${origin}/login`, (route) => route.fulfill({ body, contentType: "text/html" }));
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable");
    await page.goto(`${origin}/login`);
    const { metrics } = await session.send("Performance.getMetrics");
    await page.close();
    return (metrics.find(({ name }) => name === "RecalcStyleDuration")?.value ?? 0) * 1000;
  };
  const styles = await medianExtra(
    loads,
    () => drawn(plain),
    () => drawn(html),
  );
  await context.close();
  return styles + (await parsing(browser, css));
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} css
 * @returns {Promise<number>} milliseconds, with the browser's resolution of a tenth
 */
async function parsing(browser, css) {
  const page = await browser.newPage();
  const times = await page.evaluate((text) => {
    return Array.from({ length: 200 }, () => {
      const from = performance.now();
      new CSSStyleSheet().replaceSync(text);
      return performance.now() - from;
    });
  }, css);
  await page.close();
  return quantile(times, 0.9);
}
