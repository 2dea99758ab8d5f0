import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CliError } from "./cli-error.mjs";
import { root } from "./root.mjs";

/** Number of runs to remember, including this one. */
const maxRuns = 10;

/**
 * One run of a ring: its counts, which include flaky tests as passed, and `file › title` of these. `failures`: lines
 * to print about failures. `ended` is missing until then.
 * @typedef {{ ring: "main" | "all", passed: number, failed: number, skipped: number, flaky: string[], failures: string[],
 * ended?: string }} Run
 */

/** The latest runs of whole rings, in a file beside the reports. */
export class TestRuns {
  #file;
  /** @type {Run[]} without this one, oldest first */
  earlier;
  /** @type {Run} */
  current;

  /**
   * Begins a run.
   * @param {"main" | "rest" | "all"} ring `rest`: continues the previous run of the main ring
   * @param {string} [file]
   * @throws {CliError} if there is no run to continue
   */
  constructor(ring, file = join(root, "test-results/runs.json")) {
    this.#file = file;
    const runs = readRuns(file);
    const last = ring === "rest" ? runs.pop() : undefined;
    if (ring === "rest" && (last?.ring !== "main" || !last.ended))
      throw new CliError(
        "There is no run of `npm test` to go on with. Run that first, or everything by `npm run test:all`.",
      );
    this.earlier = runs.slice(1 - maxRuns);
    this.current = {
      ring: ring === "main" ? "main" : "all",
      ...{ passed: last?.passed ?? 0, failed: last?.failed ?? 0, skipped: last?.skipped ?? 0 },
      flaky: last?.flaky ?? [],
      failures: last?.failures ?? [],
    };
    this.#write();
  }

  /**
   * @param {{ passed: number, failed: number, skipped: number, flaky: string[], failures: string[] }} more results that this
   * run adds
   */
  end(more) {
    this.current.passed += more.passed;
    this.current.failed += more.failed;
    this.current.skipped += more.skipped;
    this.current.flaky.push(...more.flaky);
    this.current.failures.push(...more.failures);
    this.current.ended = new Date().toISOString();
    this.#write();
  }

  #write() {
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${JSON.stringify([...this.earlier, this.current], undefined, 2)}\n`);
  }
}

/** @param {string} file @returns {Run[]} empty if it is missing or damaged */
function readRuns(file) {
  try {
    const runs = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(runs) ? runs : [];
  } catch {
    return [];
  }
}
