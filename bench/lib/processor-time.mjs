import { readdirSync, readFileSync } from "node:fs";

/** The kernel's resolution of processor time in milliseconds. */
const tick = 10;

/**
 * Measures the processor time of processes from now on.
 * @param {Record<string, number[]>} pids
 * @returns {(requests: number) => Record<string, number>} milliseconds of each per request
 */
export function stopwatch(pids) {
  const read = () =>
    Object.values(pids).map((each) => each.reduce((sum, pid) => sum + processorTime(pid), 0));
  const before = read();
  return (requests) => {
    const after = read();
    return Object.fromEntries(
      Object.keys(pids).map((name, index) => [name, ((after[index] ?? 0) - (before[index] ?? 0)) / requests]),
    );
  };
}

/** @param {number} pid @returns {number} milliseconds; 0 of a process that has ended */
function processorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    // Its own, and that of its ended children.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tick;
  } catch {
    return 0;
  }
}

/** @param {number} parent @returns {number[]} */
export function childrenOf(parent) {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
}

/** @param {number} pid */
export function parentOf(pid) {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")[1],
    );
  } catch {
    return undefined;
  }
}
