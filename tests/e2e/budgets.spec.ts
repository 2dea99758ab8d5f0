import { budgets, heavyParts, maxForUsersList } from "../../bench/budgets.mjs";
import { expect, test } from "./fixtures/test";
import { loadedScripts } from "./pages/loaded-scripts";

for (const [path, max] of Object.entries(budgets))
  test(`[TL-01] ${path} loads at most ${max} kB of JavaScript`, async ({ signedInPage: page, product }) => {
    const { kilobytes } = await loadedScripts(page, product.at(path));
    expect(kilobytes).toBeGreaterThan(50);
    expect(kilobytes).toBeLessThanOrEqual(max);
  });

test("[TL-01] the users list loads no part that it does not show", async ({
  signedInPage: page,
  product,
}) => {
  expect(budgets["/users"]).toBeLessThanOrEqual(maxForUsersList);
  const { urls } = await loadedScripts(page, product.at("/users"));
  const code = (await Promise.all(urls.map(async (url) => (await page.request.get(url)).text()))).join("\n");
  const found = Object.entries(heavyParts).filter(([, text]) => code.includes(text));
  expect(found).toEqual([]);
});
