import { expect, test } from "./fixtures/test";
import { LoginPage } from "./pages/login-page";

// The unit tests of `localCallback` cover all cases; here one each for the server's and the browser's parsing.
test("[AU-03] external callback addresses are ignored", async ({ page, product, user }) => {
  for (const target of ["/\\evil.example/", "javascript:alert(1)"]) {
    await page.goto(product.at(`/login?callbackUrl=${encodeURIComponent(target)}`));
    await new LoginPage(page).signIn(user);
    await expect(page.getByRole("tablist").first()).toBeVisible();
    expect(new URL(page.url()).origin).toBe(new URL(product.url).origin);
    expect(new URL(page.url()).pathname.startsWith(product.prefix)).toBe(true);
    expect(page.url()).not.toContain("callbackUrl");
    await page.context().clearCookies();
  }
});
