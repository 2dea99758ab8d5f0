import { expect, test } from "./fixtures/test";

test("[CF-01] addresses outside of the base path are not served by the product", async ({
  page,
  product,
}) => {
  const response = await page.context().request.get(new URL("/users", product.url).href, { maxRedirects: 0 });
  expect(response.status()).toBe(404);
});
