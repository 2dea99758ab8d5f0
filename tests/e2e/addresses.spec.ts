import { expect, test } from "./fixtures/test";

test("[CF-01] [CF-03] all requests, links and reloads stay below the base path, and titles are configured", {
  tag: "@main",
}, async ({ signedInPage: page, product }) => {
  const asked: string[] = [];
  const failed: string[] = [];
  page.on("response", (response) => {
    asked.push(response.url());
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(product.at("/users"));
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${product.appTitle.replace(".", "\\.")}: `));
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page).toHaveURL((url) => url.pathname.startsWith(`${product.prefix}/users/`));
  const detail = page.url();
  await page.reload();
  await expect(page).toHaveURL(detail);
  await expect(page.getByRole("heading", { level: 1 }).filter({ visible: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL((url) => url.pathname === `${product.prefix}/users`);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const outside = asked.filter((url) => url.startsWith("http") && !isUnder(url, product.url, product.prefix));
  expect(outside).toEqual([]);
  expect(failed).toEqual([]);
});

/** Assets are shared by all tenants, below the base path; everything else is below base path and tenant. */
function isUnder(url: string, productUrl: string, prefix: string): boolean {
  const basePath = prefix.split("/").slice(0, 2).join("/");
  const { origin, pathname } = new URL(url);
  if (origin !== new URL(productUrl).origin) return false;
  return (
    pathname.startsWith(`${basePath}/_next/`) || pathname === prefix || pathname.startsWith(`${prefix}/`)
  );
}

test("[RT-02] an invalid query string gets a clear answer", async ({ signedInPage: page, product }) => {
  const response = await page.goto(
    product.at("/users?page=-1&pageLimit=abc&sortBy=;drop%20table&sortDir=sideways"),
  );
  expect(response?.status()).toBeLessThan(500);
  await expect(page.getByRole("grid").or(page.getByText("Error! item not found")).first()).toBeVisible();
  const received = await page.context().request.get(product.at("/api/users?page=-1&sortBy=;drop"), {
    headers: { "x-csrf": "1" },
  });
  expect(received.status()).toBe(400);
  const { errors } = (await received.json()) as { errors: { propertyName: string; errorMessage: string }[] };
  expect(errors.map(({ propertyName }) => propertyName).sort()).toEqual(["page", "sortBy"]);
});
