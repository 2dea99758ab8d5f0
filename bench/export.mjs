import { request } from "node:http";
import { browserHeaders, get } from "./lib/http.mjs";
import { during, quantile, repeated, timed, watch } from "./lib/statistics.mjs";

const columns = ["lastName", "firstName", "userName", "email", "lastLoginDate", "createdOn", "createdBy"];

/**
 * All users as a workbook, through the BFF: rows a second, memory, and delay of other requests.
 * @param {{ origin: string, memory(): number, report: import("./lib/report.mjs").Report }} options
 */
export async function measureExport({ origin, memory, report }) {
  const headers = { ...(await browserHeaders(origin)), timezone: "Europe/Berlin" };
  const counted = /** @type {{ totalCount: number }} */ (
    await get(`${origin}/api/users?pageLimit=0`, headers)
  );
  report.section(`Export of ${counted.totalCount} users, ${columns.length} columns, through the BFF`);
  const probe = () => timed(() => get(`${origin}/api/roles?pageLimit=10`, headers));
  const alone = await repeated(100, probe);

  const held = watch(memory);
  const from = performance.now();
  const file = download(`${origin}/api/users/export`, headers, {
    columns: columns.map((dataField, index) => ({ dataField, caption: dataField, index })),
  });
  const waits = await during(file, probe);
  const { bytes, firstAfter } = await file;
  const seconds = (performance.now() - from) / 1000;
  const { before, most } = held();

  report.add("rows a second", counted.totalCount / seconds, "/s", { min: 100_000 });
  report.add("first byte after", firstAfter, "ms");
  report.add("size of the file", bytes / 1_000_000, "MB");
  report.add("memory of API and web before", before, "MB");
  report.add("memory of API and web at most", most, "MB", { max: before + 150 });
  report.add("another list meanwhile, longest wait", Math.max(...waits), "ms", {
    note: `p99 ${quantile(waits, 0.99).toFixed(1)} ms; without an export longest ${Math.max(...alone).toFixed(1)} ms`,
  });
}

/**
 * Downloads and discards a file.
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {unknown} body
 * @returns {Promise<{ bytes: number, firstAfter: number }>}
 * @throws when the status is not 200 or the file is incomplete
 */
function download(url, headers, body) {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { method: "POST", headers: { ...headers, "content-type": "application/json" } },
      (response) => {
        let bytes = 0;
        let firstAfter = 0;
        response.on("data", (part) => {
          firstAfter ||= performance.now() - from;
          bytes += part.length;
        });
        response.on("error", reject);
        response.on("end", () =>
          response.statusCode === 200
            ? resolve({ bytes, firstAfter })
            : reject(new Error(`${response.statusCode} ${url}`)),
        );
      },
    );
    asked.on("error", reject);
    asked.end(JSON.stringify(body));
  });
}
