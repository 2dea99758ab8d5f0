import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { signedInContext } from "./lib/browser.mjs";
import { withDatabase } from "./lib/database.mjs";
import { browserHeaders, get, send } from "./lib/http.mjs";
import { during, interleaved, median, quantile, timed } from "./lib/statistics.mjs";

const pictures = 100;
/** A phone's photograph has some ten million pixels; these have the size of forwarded ones. */
const picture = { width: 1600, height: 1200 };
/** Concurrent requests of a browser to one server. */
const asBrowsersDo = 6;
const rounds = 30;
/** Limit of milliseconds by which thumbnails may delay other requests. */
const maxDelay = 50;
/** Limit of the ratio to the list of as many users. */
const maxSlower = 1.5;

/**
 * A page of thumbnails, the delay that making them causes, and the list of as many attachments as users, beside theirs.
 * @param {{ browser: import("@playwright/test").Browser, origin: string, databaseUrl: string, report:
 * import("./lib/report.mjs").Report }} options
 */
export async function measureAttachments({ browser, origin, databaseUrl, report }) {
  const headers = await browserHeaders(origin);
  await measureThumbnails({ browser, origin, headers, report });
  await measureList({ origin, databaseUrl, headers, report });
}

/** @param {{ browser: import("@playwright/test").Browser, origin: string, headers: Record<string, string>, report: import("./lib/report.mjs").Report }} options */
async function measureThumbnails({ browser, origin, headers, report }) {
  report.section(`${pictures} pictures of ${picture.width} x ${picture.height} pixels`);
  /** @type {string[]} */
  const ids = [];
  for (let index = 0; index < pictures; index += 1) {
    ids.push(await addPicture(origin, headers, `Made ${index}`));
    await addPicture(origin, headers, `Shown ${index}`);
  }
  const users = () => timed(() => get(`${origin}/api/users?pageLimit=10`, headers));
  const alone = await during(sleep(3_000), users);
  let failed = 0;
  const make = async () => {
    for (let id = ids.pop(); id; id = ids.pop()) {
      const response = await fetch(`${origin}/api/attachments/${id}/thumbnail/x/1`, { headers });
      await response.arrayBuffer();
      if (!response.ok) failed += 1;
    }
  };
  const from = performance.now();
  const meanwhile = await during(Promise.all(Array.from({ length: asBrowsersDo }, make)), users);
  report.add("small pictures made", pictures / ((performance.now() - from) / 1000), "/s");
  report.add("not made", failed, "", { max: 0 });
  report.add("another request before, p95", quantile(alone, 0.95), "ms");
  const heldUp = quantile(meanwhile, 0.95) - quantile(alone, 0.95);
  report.add("held up by the making, p95", heldUp, "ms", { max: maxDelay });

  const context = await signedInContext(browser, origin);
  const page = await context.newPage();
  const show = (/** @type {import("@playwright/test").Page} */ shown) => async () => {
    await shown.goto(`${origin}/attachments?pageLimit=100&phrase=Shown`);
    await shown.waitForFunction(areShown, pictures, { timeout: 120_000 });
  };
  report.add("a page of them, none made yet", await timed(show(page)), "ms");
  report.add("all kept by the browser", await timed(show(page)), "ms");
  const another = await signedInContext(browser, origin);
  report.add("all made, in another browser", await timed(show(await another.newPage())), "ms");
  await another.close();
  await context.close();
}

/** Runs in the page. @param {number} count */
function areShown(count) {
  const images = [...document.querySelectorAll("img[src*='/thumbnail/']")];
  for (const image of images) image.setAttribute("loading", "eager");
  const whole = images.filter(
    (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
  );
  return whole.length >= count;
}

/**
 * @param {string} origin
 * @param {Record<string, string>} headers
 * @param {string} name
 * @returns {Promise<string>} its id
 */
async function addPicture(origin, headers, name) {
  const noise = sharp({
    create: {
      ...picture,
      channels: 3,
      background: "#3060c0",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  });
  const form = new FormData();
  form.append("fileName", name);
  form.append("file", new Blob([new Uint8Array(await noise.jpeg().toBuffer())]), "picture.jpg");
  return send(`${origin}/api/attachments`, headers, { body: form });
}

/** @param {{ origin: string, databaseUrl: string, headers: Record<string, string>, report: import("./lib/report.mjs").Report }} options */
async function measureList({ origin, databaseUrl, headers, report }) {
  const count = await withDatabase(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `with t as (select tenant_id from tenants where identifier = 'main'),
        u as (select count(*)::int as count from users join t using (tenant_id))
       insert into attachments (tenant_id, file_name, description, file_extension, file_type, file_size)
       select t.tenant_id, 'Document ' || md5(n::text), 'Number ' || n, 'txt', case when n % 20 = 0 then 'Audio' else 'Other' end, n
       from t, u, generate_series(1, u.count) n`,
    );
    await client.query("vacuum analyze attachments");
    return rowCount;
  });
  report.section(`${count} attachments beside as many users (median of ${rounds}, ms)`);
  const cases = {
    "page 1": ["attachments?", "users?"],
    "last page": ["attachments?sortDir=desc", "users?sortDir=desc"],
    filter: ["attachments?filters=fileType:oneOf:Audio", "users?filters=lastName:startsWith:a"],
    "search, few hits": [`attachments?phrase=${"number 4242"}`, "users?phrase=user.4242"],
  };
  for (const [name, paths] of Object.entries(cases)) {
    const [own = [], theirs = []] = await interleaved(
      rounds,
      paths.map((path) => () => get(`${origin}/api/${encodeURI(path)}&pageLimit=10`, headers)),
    );
    report.add(`${name}, users`, median(theirs), "ms");
    report.add(`${name}, attachments`, median(own), "ms", { max: median(theirs) * maxSlower + 5 });
  }
}
