import { expect, test } from "./fixtures/test";
import { linksOfInstances } from "./setup/instances";

test("[SH-03] [SH-04] the product's website and the application hub are linked where configured", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/"));
  await page.getByRole("button", { name: "Information" }).click();
  const website = page.getByRole("menuitem", { name: "Product website" });
  await expect(website).toHaveAttribute("href", linksOfInstances.PRODUCT_URL);
  await expect(website).toHaveAttribute("target", "_blank");
  await expect(website).toHaveAttribute("rel", /noreferrer/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "User menu" }).click();
  const hub = page.getByRole("menuitem", { name: "Application hub" });
  await expect(hub).toHaveAttribute("href", linksOfInstances.HUB_URL);
});
