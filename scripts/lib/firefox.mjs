import { findOnPath } from "./find-on-path.mjs";

/** The Firefox to test with, as the system has it: FIREFOX_PATH, else one on the PATH. */
export function findFirefox() {
  return process.env.FIREFOX_PATH ?? findOnPath(["firefox-esr", "firefox"]);
}
