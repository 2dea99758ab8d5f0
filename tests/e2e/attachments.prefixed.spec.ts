import { contract } from "@/lib/contract";
import { expect, test, uniqueName } from "./fixtures/test";
import { linksOfInstances } from "./setup/instances";

test("[CF-04] [AM-02] an installation's attachment section is shown where configured", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const name = uniqueName("Terms ");
  const attachmentId = await api.call(contract.attachments.create, {
    body: { fileName: name, url: "https://example.com/terms" } as never,
  });
  await page.goto(product.at(`/attachments/${attachmentId}`));
  await page.getByRole("tab", { name: "Reference" }).click();
  await expect(page.getByRole("region", { name: "Reference" })).toContainText(
    `${name}, version 1, in ${product.appTitle} (${linksOfInstances.PRODUCT_URL})`,
  );
  await expect(page).toHaveURL(/tab=reference/);
});
