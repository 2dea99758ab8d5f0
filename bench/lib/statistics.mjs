import { setTimeout as sleep } from "node:timers/promises";

/**
 * The value below which a share of the values lies.
 * @param {readonly number[]} values
 * @param {number} share from 0 to 1
 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** @param {readonly number[]} values */
export function median(values) {
  return quantile(values, 0.5);
}

/**
 * Milliseconds that an action takes.
 * @param {() => Promise<unknown>} action
 */
export async function timed(action) {
  const from = performance.now();
  await action();
  return performance.now() - from;
}

/**
 * Alternates between actions, so that other load on the machine affects all of them alike.
 * @param {number} rounds measured, after a tenth as many for warming up
 * @param {readonly (() => Promise<unknown>)[]} actions
 * @returns {Promise<number[][]>} milliseconds of each round, by action
 */
export async function interleaved(rounds, actions) {
  for (let round = 0; round < Math.max(2, rounds / 10); round += 1)
    for (const action of actions) await action();
  /** @type {number[][]} */
  const times = actions.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, action] of actions.entries()) times[index]?.push(await timed(action));
  return times;
}

/**
 * Repeats a probe sequentially.
 * @param {number} count
 * @param {() => Promise<number>} probe
 * @returns {Promise<number[]>} milliseconds of each
 */
export async function repeated(count, probe) {
  const times = [];
  while (times.length < count) times.push(await probe());
  return times;
}

const probeEvery = 10;

/**
 * Repeats a probe until the work has ended.
 * @param {Promise<unknown>} work
 * @param {() => Promise<number>} probe
 * @returns {Promise<number[]>} milliseconds of each
 */
export async function during(work, probe) {
  let running = true;
  const end = () => {
    running = false;
  };
  work.then(end, end);
  const times = [];
  while (running) {
    times.push(await probe());
    await sleep(probeEvery);
  }
  return times;
}

const watchedEvery = 50;

/**
 * Samples a figure, such as memory, from now on.
 * @param {() => number} read
 * @returns stops; returns the first and the highest value
 */
export function watch(read) {
  const before = read();
  let most = before;
  const look = () => {
    most = Math.max(most, read());
  };
  const watching = setInterval(look, watchedEvery).unref();
  return () => {
    clearInterval(watching);
    look();
    return { before, most };
  };
}
