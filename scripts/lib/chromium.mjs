import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/**
 * The Chromium to test with: CHROME_PATH, else one on the PATH, else the one that Playwright downloaded.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const given = process.env.CHROME_PATH;
  if (given) return given;
  for (const folder of (process.env.PATH ?? "").split(delimiter))
    for (const name of names) if (isExecutable(join(folder, name))) return join(folder, name);
  const { chromium } = await import("@playwright/test");
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : undefined;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Keeps Chromium from talking to anybody but the pages under test; root needs --no-sandbox. */
export const chromiumParameters = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
];
