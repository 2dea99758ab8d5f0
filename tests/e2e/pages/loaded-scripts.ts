import type { Page } from "@playwright/test";

/** The scripts that an address loads with nothing in the cache, and their bytes on the wire. */
export async function loadedScripts(page: Page, address: string) {
  const session = await page.context().newCDPSession(page);
  const scripts = new Map<string, { url: string; bytes: number }>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script") scripts.set(requestId, { url: response.url, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script) script.bytes = encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  await page.goto(address);
  await page.getByRole("tabpanel").first().waitFor();
  // Also what is loaded ahead once the page is quiet.
  await page.waitForLoadState("networkidle");
  const all = [...scripts.values()];
  return {
    urls: all.map(({ url }) => url),
    kilobytes: all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
  };
}
