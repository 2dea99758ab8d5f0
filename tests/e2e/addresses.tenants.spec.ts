import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { LoginPage } from "./pages/login-page";

test("[CF-02] an unknown tenant is reported, signed in or not", async ({ page, product }) => {
  const response = await page.goto(product.inTenant("nowhere").at("/users"));
  expect(response?.status()).toBe(404);
  await expect(new LoginPage(page).headline).toBeHidden();
});

test("[CF-02] a session of one tenant is not valid in another", async ({ signedInPage: page, product }) => {
  await page.goto(product.at("/users"));
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.goto(product.inTenant("main").at("/users"));
  await expect(new LoginPage(page).headline).toBeVisible();
});

test("[CF-02] two tenants are signed in side by side and see their own records", { tag: "@main" }, async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleName = uniqueName("Only here");
  await api.createRole({ roleName });
  const main = product.inTenant("main");
  await signIn(page, main, { userName: main.adminUser, password: main.adminPassword });
  const namesIn = async (where: typeof product) => {
    const response = await page.context().request.get(where.at(`/api/roles?pageLimit=-1`), {
      headers: { "x-csrf": "1" },
    });
    expect(response.status()).toBe(200);
    return ((await response.json()) as { list: { roleName: string }[] }).list.map((role) => role.roleName);
  };
  expect(await namesIn(product)).toContain(roleName);
  expect(await namesIn(main)).not.toContain(roleName);
});
