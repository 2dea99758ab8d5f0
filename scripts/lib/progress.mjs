/**
 * Prints the name of a step, and its duration afterwards.
 * @template T
 * @param {string} what such as `Building the API`
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function timed(what, work) {
  console.log(`${what} …`);
  const from = performance.now();
  const result = await work();
  console.log(`${what}: ${seconds(performance.now() - from)}`);
  return result;
}

/** @param {number} milliseconds @returns {string} such as `2.1 s` or `98 s` */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(milliseconds < 9_950 ? 1 : 0)} s`;
}
