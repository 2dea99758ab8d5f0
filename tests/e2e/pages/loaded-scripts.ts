import type { Page } from "@playwright/test";

interface LoadedFile {
  url: string;
  /** Chromium's resource type: `Document`, `Script`, `Font` and so on. */
  type: string;
  /** On the wire, headers included. */
  bytes: number;
}

/** Returns the files that an address loads with an empty cache. */
export async function loadedFiles(page: Page, address: string): Promise<LoadedFile[]> {
  const session = await page.context().newCDPSession(page);
  const files = new Map<string, LoadedFile>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    files.set(requestId, { url: response.url, type, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  await page.goto(address);
  await page.getByRole("tabpanel").first().waitFor();
  // Includes files preloaded after the page is idle.
  await page.waitForLoadState("networkidle");
  return [...files.values()];
}

/** kB on the wire of the files of one type. */
export function kilobytesOf(files: readonly LoadedFile[], type: string): number {
  return files.filter((file) => file.type === type).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}

/** Returns the scripts that an address loads with an empty cache, and their bytes on the wire. */
export async function loadedScripts(page: Page, address: string) {
  const files = await loadedFiles(page, address);
  return {
    urls: files.filter(({ type }) => type === "Script").map(({ url }) => url),
    kilobytes: kilobytesOf(files, "Script"),
  };
}
