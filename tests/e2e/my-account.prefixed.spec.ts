import { expect, test } from "./fixtures/test";
import { linksOfInstances } from "./setup/instances";

test("[CF-04] [HO-04] an installation's section of My account is shown where configured", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/my-account"));
  await page.getByRole("tab", { name: "Help" }).click();
  await expect(page.getByRole("link", { name: "Open the website" })).toHaveAttribute(
    "href",
    linksOfInstances.PRODUCT_URL,
  );
  await expect(page).toHaveURL(/tab=help/);
});
