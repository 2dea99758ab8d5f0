import autocannon from "autocannon";
import { apiHeaders, browserHeaders, get } from "./lib/http.mjs";
import { startWithProvider } from "./lib/oidc.mjs";
import { interleaved, median } from "./lib/statistics.mjs";
import { measureUpload } from "./upload.mjs";

const path = "/settings/version";
const rounds = 1500;
const connections = 100;
const seconds = 5;
/** Limit of milliseconds that the BFF may add to a small GET, at the median. */
const maxAdded = 1.5;

/**
 * The overhead of the web process for a small GET, and its behaviour with many callers at once.
 * @param {{ origin: string, apiOrigin: string, report: import("./lib/report.mjs").Report }} options
 */
export async function measureBff({ origin, apiOrigin, report }) {
  report.section(`BFF (GET ${path}, median of ${rounds})`);
  const [direct, browser] = [await apiHeaders(apiOrigin), await browserHeaders(origin)];
  const [api = [], bff = []] = await interleaved(rounds, [
    () => get(`${apiOrigin}${path}`, direct),
    () => get(`${origin}/api${path}`, browser),
  ]);
  report.add("API directly", median(api), "ms");
  report.add("through the BFF", median(bff), "ms");
  report.add("added by the BFF", median(bff) - median(api), "ms", { max: maxAdded });

  await measureWithProvider(report);

  const load = await autocannon({
    url: `${origin}/api${path}`,
    headers: browser,
    connections,
    duration: seconds,
  });
  report.add(`errors with ${connections} connections`, load.errors + load.timeouts + load.non2xx, "", {
    max: 0,
  });
  report.add(`answers a second with ${connections} connections`, load.requests.average, "/s", {
    note: `p99 ${load.latency.p99} ms`,
  });

  await measureUpload(report);
}

/**
 * The same with a provider's session and tokens that fill the cookies.
 * @param {import("./lib/report.mjs").Report} report
 */
async function measureWithProvider(report) {
  const { product, accessToken, cookie, stop } = await startWithProvider();
  try {
    const own = { accept: "application/json", lang: "en" };
    const [api = [], bff = []] = await interleaved(rounds, [
      () => get(`${product.apiOrigin}${path}`, { ...own, authorization: `Bearer ${accessToken}` }),
      () => get(`${product.origin}/api${path}`, { ...own, cookie, "x-csrf": "1" }),
    ]);
    report.add("added with tokens of 4 kB", median(bff) - median(api), "ms", {
      max: maxAdded,
      note: `${cookie.length} bytes of cookies`,
    });
  } finally {
    await stop();
  }
}
