import type { Page } from "@playwright/test";
import { budgets, heavyParts, mostForUsersList } from "../../bench/budgets.mjs";
import { expect, test } from "./fixtures/test";

/** The scripts that an address loads with nothing in the cache, and their bytes on the wire. */
async function loadedScripts(page: Page, address: string) {
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

for (const [path, most] of Object.entries(budgets))
  test(`[TL-01] ${path} loads at most ${most} kB of JavaScript`, async ({ signedInPage: page, product }) => {
    const { kilobytes } = await loadedScripts(page, product.at(path));
    expect(kilobytes).toBeGreaterThan(50);
    expect(kilobytes).toBeLessThanOrEqual(most);
  });

test("[TL-01] the users list loads no part that it does not show", async ({
  signedInPage: page,
  product,
}) => {
  expect(budgets["/users"]).toBeLessThanOrEqual(mostForUsersList);
  const { urls } = await loadedScripts(page, product.at("/users"));
  const code = (await Promise.all(urls.map(async (url) => (await page.request.get(url)).text()))).join("\n");
  const found = Object.entries(heavyParts).filter(([, text]) => code.includes(text));
  expect(found).toEqual([]);
});
