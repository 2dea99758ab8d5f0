import { expect, test } from "./fixtures/test";

for (const path of ["/users", "/roles", "/search?collection=roles", "/users/new"])
  test(`[RT-02] ${path} hydrates the server's HTML without rerendering`, async ({
    signedInPage: page,
    product,
  }) => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/_next/**/*.js", async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(product.at(path), { waitUntil: "commit" });
    const served = await page.getByRole("textbox").or(page.getByRole("searchbox")).first().elementHandle();
    arrive();
    // The first script has run, so that no click is lost from now on.
    await page.waitForLoadState("load");
    await page.getByRole("button", { name: "User menu" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    expect(await served?.evaluate((field) => field.isConnected)).toBe(true);
  });
