import { administratorRoleId } from "../support/api-client";
import { expect, test } from "./fixtures/test";

declare global {
  interface Window {
    /** Shifted elements with old and new positions. */
    moved: string[];
  }
}

test("[TL-01] the first response contains rows; views do not refetch them, and nothing shifts", async ({
  signedInPage: page,
  product,
  api,
  user,
}) => {
  const response = await page.request.get(product.at(`/users?phrase=${encodeURIComponent(user.userName)}`));
  const html = await response.text();
  expect(html).toMatch(/<tbody/);
  expect(html).toContain(`/users/${user.userId}"`);

  // Ensures a second page regardless of other tests.
  await Promise.all(Array.from({ length: 11 }, () => api.createUser()));
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\/api\/(users|roles|user|settings\/version)$/.test(pathname))
      calls.push(`${request.method()} ${pathname}`);
  });
  await page.addInitScript(() => {
    // Each starts without the tabs of the previous one.
    localStorage.clear();
    sessionStorage.clear();
    window.moved = [];
    interface Shift extends PerformanceEntry {
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        for (const { node, previousRect, currentRect } of sources)
          window.moved.push(
            `${node instanceof Element ? node.outerHTML.slice(0, 200) : node?.textContent}: ${JSON.stringify([previousRect, currentRect])}`,
          );
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of [
    "/users",
    "/roles",
    "/users?page=2&sortBy=email&sortDir=desc",
    `/users/${user.userId}`,
    `/roles/${administratorRoleId}`,
    "/attachment-status",
  ]) {
    await page.goto(product.at(path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForFunction(() => window.hubEarly === undefined);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => window.moved), path).toEqual([]);
    expect(calls, path).toEqual([]);
  }
});

for (const minutes of [-5, 5])
  test(`[TL-01] with a clock off by ${minutes} minutes the page hydrates and refetches nothing`, async ({
    signedInPage: page,
    product,
    user,
  }) => {
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (/\/api\/(users|user)(\/|$)/.test(pathname)) calls.push(`${request.method()} ${pathname}`);
    });
    await page.clock.install({ time: Date.now() + minutes * 60_000 });
    for (const path of ["/users", `/users/${user.userId}`]) {
      await page.goto(product.at(path));
      await expect(page.getByRole("button", { name: "Refresh" })).toBeEnabled();
      await page.waitForFunction(() => window.hubEarly === undefined);
      await page.waitForLoadState("networkidle");
    }
    expect(calls).toEqual([]);
  });
