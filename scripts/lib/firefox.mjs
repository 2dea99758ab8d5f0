import { findOnPath } from "./find-on-path.mjs";

/** The system's Firefox for tests: FIREFOX_PATH, else one on the PATH. */
export function findFirefox() {
  return process.env.FIREFOX_PATH ?? findOnPath(["firefox-esr", "firefox"]);
}
