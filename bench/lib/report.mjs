import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/lib/root.mjs";

/**
 * One number and its limit, if any.
 * @typedef {{ name: string, value: number, unit: string, bound?: string, kept?: boolean, note?: string }} Measure
 */

/** Collects measurements, prints them as they arrive and writes them as JSON. */
export class Report {
  /** @type {Measure[]} */
  measures = [];

  /** @param {string} title */
  section(title) {
    console.log(`\n${title}`);
  }

  /**
   * @param {string} name
   * @param {number} value
   * @param {string} unit
   * @param {{ max?: number, min?: number, note?: string }} [options]
   */
  add(name, value, unit, { max, min, note } = {}) {
    const rounded = Number(value.toPrecision(4));
    const kept =
      max === undefined && min === undefined ? undefined : value <= (max ?? value) && value >= (min ?? value);
    const bound = max !== undefined ? `at most ${max}` : min !== undefined ? `at least ${min}` : undefined;
    this.measures.push({ name, value: rounded, unit, bound, kept, note });
    const verdict = kept === undefined ? "" : kept ? `✓ ${bound}` : `✗ ${bound}`;
    console.log(
      `  ${name.padEnd(44)}${`${rounded} ${unit}`.padStart(18)}  ${verdict}${note ? `  ${note}` : ""}`,
    );
  }

  /**
   * Adds how often longer the API takes than the best possible response. Ratios of times under 5 ms have no limit: they
   * say more about the machine than about the query.
   * @param {string} name
   * @param {Record<string, number>} times median milliseconds by server: the API's, what it is compared with, others
   */
  addRatio(name, times) {
    const [ours = 0, best = 0] = Object.values(times);
    this.add(name, ours / best, "x", {
      ...(ours > 5 && { max: 2 }),
      note: Object.entries(times)
        .map(([server, time]) => `${server} ${time.toFixed(1)} ms`)
        .join(", "),
    });
  }

  /** @returns {string} the file written */
  write() {
    const folder = join(root, "bench/results");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${new Date().toISOString().replaceAll(":", "-")}.json`);
    const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
    writeFileSync(file, JSON.stringify({ machine, measures: this.measures }, null, 2));
    return file;
  }
}
