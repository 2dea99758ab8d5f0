// Preloaded while the build prepares the embedded database: a clock and random numbers that are the same in each run, so that
// the same migrations give the same bytes. The database is empty; each installation fills it with its own clock and numbers.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const start = Date.UTC(2020, 0, 1);
/** Microseconds: each reading of the clock is later than the one before, as the database expects. */
let readings = 0;
const elapsed = () => {
  readings += 1;
  return readings / 1000;
};

class FixedDate extends Date {
  /** @param {...any} given */
  constructor(...given) {
    super(.../** @type {[any]} */ (given.length === 0 ? [FixedDate.now()] : given));
  }
  /** @override */
  static now() {
    return Math.floor(start + elapsed());
  }
}
globalThis.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (FixedDate));
performance.now = elapsed;

let seed = 1;
/** Lehmer's generator. */
const next = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed;
};
/** @param {any} view */
const fill = (view) => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = next() & 255;
  return view;
};
Math.random = () => next() / 2_147_483_647;
globalThis.crypto.getRandomValues = fill;
crypto.randomFillSync = fill;
syncBuiltinESMExports();

// The locale and time zone of a new database.
Object.assign(process.env, { TZ: "UTC", LANG: "C", LC_ALL: "C" });
