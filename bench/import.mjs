import { randomUUID } from "node:crypto";
import { browserHeaders, get, send } from "./lib/http.mjs";
import { during, repeated, timed, watch } from "./lib/statistics.mjs";

const rows = 20_000;

/**
 * New users from a csv file, through the BFF: read, dry run, import and undo, with memory and delay of other requests.
 * @param {{ origin: string, memory(): number, report: import("./lib/report.mjs").Report }} options
 */
export async function measureImport({ origin, memory, report }) {
  const headers = await browserHeaders(origin);
  report.section(`Import of ${rows} users, through the BFF`);
  const probe = () => timed(() => get(`${origin}/api/roles?pageLimit=10`, headers));
  const alone = await repeated(100, probe);
  const held = watch(memory);

  const id = randomUUID();
  const read = await timed(() => send(`${origin}/api/imports`, headers, { body: fileOf(id) }));
  /** @param {"dry-run" | "run" | "undo"} what */
  const through = async (what) => {
    const options = what === "run" ? { body: { isAllOrNothing: false } } : {};
    for (;;) {
      const { dryRun, run, undo } = await send(`${origin}/api/imports/${id}/${what}`, headers, options);
      const counts = { "dry-run": dryRun, run, undo }[what];
      if (counts.faulty || counts.kept)
        throw new Error(`Not all rows went through: ${JSON.stringify(counts)}`);
      if (counts.rows === rows) return;
    }
  };
  const dryRun = await timed(() => through("dry-run"));
  const running = timed(() => through("run"));
  const waits = await during(running, probe);
  const run = await running;
  const undo = await timed(() => through("undo"));
  const { before, most } = held();

  const rate = (/** @type {number} */ milliseconds) => (rows / milliseconds) * 1000;
  report.add("rows a second read", rate(read), "/s");
  report.add("rows a second tried", rate(dryRun), "/s", { min: 5_000 });
  report.add("rows a second imported", rate(run), "/s", { min: 5_000 });
  report.add("rows a second undone", rate(undo), "/s");
  report.add("memory of API and web before", before, "MB");
  report.add("memory of API and web at most", most, "MB", { max: before + 150 });
  report.add("another list meanwhile, longest wait", Math.max(...waits), "ms", {
    note: `without an import longest ${Math.max(...alone).toFixed(1)} ms`,
  });
}

/** @param {string} id */
function fileOf(id) {
  const mark = id.slice(0, 8);
  const lines = Array.from(
    { length: rows },
    (_, index) => `bench.${mark}.${index};Last ${index};First ${index};bench${index}@example.com`,
  );
  const form = new FormData();
  form.append("id", id);
  form.append("area", "users");
  form.append("file", new Blob([`Username;Last name;First name;E-mail\n${lines.join("\n")}\n`]), "users.csv");
  return form;
}
