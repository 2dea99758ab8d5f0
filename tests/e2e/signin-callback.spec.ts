import { expect, test } from "./fixtures/test";
import { LoginPage } from "./pages/login-page";

for (const target of [
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "/%2F%2Fevil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "/\t/evil.example",
  "http://localhost.evil.example/",
  "%",
])
  test(`[AU-03] the callback ${JSON.stringify(target)} leads nowhere else`, async ({
    page,
    product,
    user,
  }) => {
    await page.goto(product.at(`/login?callbackUrl=${encodeURIComponent(target)}`));
    await new LoginPage(page).signIn(user);
    await expect(page.getByRole("tablist").first()).toBeVisible();
    expect(new URL(page.url()).origin).toBe(new URL(product.url).origin);
    expect(new URL(page.url()).pathname.startsWith(product.prefix)).toBe(true);
    expect(page.url()).not.toContain("callbackUrl");
  });
