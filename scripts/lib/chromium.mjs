import { existsSync } from "node:fs";
import { findOnPath } from "./find-on-path.mjs";

// The headless shell takes little more than half of the processor time for the same tests.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

/**
 * The Chromium for tests: CHROME_PATH, else one on the PATH, else the one downloaded by Playwright.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const given = process.env.CHROME_PATH;
  if (given) return given;
  const found = findOnPath(names);
  if (found) return found;
  const { chromium } = await import("@playwright/test");
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : undefined;
}

/** Limits Chromium's traffic to the pages under test; root needs --no-sandbox. */
export const chromiumParameters = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
];
