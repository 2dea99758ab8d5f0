import { readFileSync } from "node:fs";

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

/** @param {number} pid @returns {number} milliseconds, with its ended children; 0 of a process that has ended */
function processorTime(pid) {
  const ticks = unlessEnded(() => statOf(pid).slice(11, 15), []);
  return ticks.reduce((sum, each) => sum + Number(each), 0) * tick;
}

/** @param {number} pid @returns {number[]} */
export function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean)
    .map(Number);
}

/** @param {number} pid @returns {number[]} empty for a process that has ended */
export function descendantsOf(pid) {
  return unlessEnded(() => childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]), []);
}

/** @param {number} pid @returns {number | undefined} `undefined` for a process that has ended */
export function parentOf(pid) {
  return unlessEnded(() => Number(statOf(pid)[1]), undefined);
}

/** @param {number} pid @returns {number} in MB; 0 of a process that has ended */
export function residentMemory(pid) {
  const status = unlessEnded(() => readFileSync(`/proc/${pid}/status`, "utf8"), "");
  const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
  return Number(kilobytes) / 1024;
}

/** @param {number} pid @returns {string[]} the fields of /proc/<pid>/stat behind the command, from the state on */
function statOf(pid) {
  return readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
}

/**
 * @template T, E
 * @param {() => T} read
 * @param {E} otherwise
 */
function unlessEnded(read, otherwise) {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
