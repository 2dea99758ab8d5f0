import { expect, test } from "./fixtures/test";

test("[CF-02] without multi-tenancy paths have no prefix", { tag: "@main" }, async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/roles"));
  await expect(page).toHaveURL((url) => url.pathname === `${product.prefix}/roles`);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});
