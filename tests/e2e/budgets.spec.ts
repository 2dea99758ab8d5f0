import { budgets, budgetsOfUsersPage, heavyParts, maxForUsersList } from "../../bench/budgets.mjs";
import { expect, test, uniqueName } from "./fixtures/test";
import { kilobytesOf, loadedFiles } from "./pages/loaded-scripts";

for (const [path, max] of Object.entries(budgets).filter(([path]) => path !== "/users"))
  test(`[TL-01] ${path} loads at most ${max} kB of JavaScript`, async ({ signedInPage: page, product }) => {
    const kilobytes = kilobytesOf(await loadedFiles(page, product.at(path)), "Script");
    expect(kilobytes).toBeGreaterThan(50);
    expect(kilobytes).toBeLessThanOrEqual(max);
  });

test("[TL-01] the users list needs few requests and loads little HTML, fonts and JavaScript", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const phrase = uniqueName("page");
  await Promise.all(
    Array.from({ length: 10 }, () => api.createUser({ firstName: "Đorđe Łukasz", lastName: phrase })),
  );
  const files = await loadedFiles(page, product.at(`/users?phrase=${phrase}`));
  await expect(page.getByRole("row")).toHaveCount(11);
  const { requests, html, fonts } = budgetsOfUsersPage;
  expect(files.length).toBeLessThanOrEqual(requests);
  expect(kilobytesOf(files, "Document")).toBeLessThanOrEqual(html);
  expect(kilobytesOf(files, "Font")).toBeGreaterThan(30);
  expect(kilobytesOf(files, "Font")).toBeLessThanOrEqual(fonts);
  // Preloaded files must match those of the styles, or they are loaded twice.
  const fontAddresses = files.filter(({ type }) => type === "Font").map(({ url }) => url);
  const ahead = page.locator("link[rel=preload][as=font]");
  expect(fontAddresses).toContain(await ahead.evaluate((link: HTMLLinkElement) => link.href));
  expect(new Set(fontAddresses).size).toBe(fontAddresses.length);

  const kilobytes = kilobytesOf(files, "Script");
  expect(kilobytes).toBeGreaterThan(50);
  expect(kilobytes).toBeLessThanOrEqual(budgets["/users"] ?? 0);
  expect(budgets["/users"]).toBeLessThanOrEqual(maxForUsersList);
  const urls = files.filter(({ type }) => type === "Script").map(({ url }) => url);
  const code = (await Promise.all(urls.map(async (url) => (await page.request.get(url)).text()))).join("\n");
  const found = Object.entries(heavyParts).filter(([, text]) => code.includes(text));
  expect(found).toEqual([]);
});
