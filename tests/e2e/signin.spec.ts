import { runFramesFirst } from "./fixtures/frames";
import { expect, test } from "./fixtures/test";
import { LoginPage } from "./pages/login-page";

test("[AU-02] the form reports missing fields, can be cancelled, and keeps the name on a refusal", {
  tag: "@main",
}, async ({ page, product, user }) => {
  await runFramesFirst(page);
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await page.goto(product.at("/"));
  const login = new LoginPage(page);
  await expect(login.headline).toBeVisible();
  await login.submit.click();
  await expect(page.getByText("Username is required")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await expect(login.userName).toBeFocused();

  await test.step("cancelling aborts the request and restores the form", async () => {
    const aborted = page.waitForEvent("requestfailed", (request) =>
      request.url().endsWith("/api/auth/sign-in"),
    );
    // Never answered: the overlay stays until cancelled.
    await page.route("**/api/auth/sign-in", () => {});
    await login.signIn(user);
    await login.cancel.click();
    await aborted;
    await expect(login.cancel).toBeHidden();
    await expect(login.submit).toBeEnabled();
    await expect(login.userName).toHaveValue(user.userName);
    await page.unroute("**/api/auth/sign-in");
  });

  await login.signIn({ userName: user.userName, password: "not the password" });
  await expect(login.alert).toBeVisible();
  await expect(login.userName).toHaveValue(user.userName);
  await expect(login.password).toBeFocused();
  await login.password.fill(user.password);
  await login.password.press("Enter");
  await expect(page.getByRole("tablist").first()).toBeVisible();
  expect(warnings).toEqual([]);
});

test("[AU-02] GET auth with a Basic header returns a secret for later requests", async ({
  product,
  user,
}) => {
  const basic = (secret: string) => `Basic ${Buffer.from(`${user.userName}:${secret}`).toString("base64")}`;
  const response = await fetch(`${product.apiUrl}/auth`, {
    headers: { authorization: basic(user.password) },
  });
  expect(response.status).toBe(200);
  const secret: unknown = await response.json();
  expect(typeof secret).toBe("string");
  const withSecret = await fetch(`${product.apiUrl}/user`, {
    headers: { authorization: basic(String(secret)) },
  });
  expect(withSecret.status).toBe(200);
  const withPassword = await fetch(`${product.apiUrl}/user`, {
    headers: { authorization: basic(user.password) },
  });
  expect(withPassword.status).toBe(401);
});

test("[AU-03] after signing in a visitor reaches the requested address, without callback parameters", {
  tag: "@main",
}, async ({ page, product, user }) => {
  await page.goto(product.at("/users?page=1&pageLimit=25&sortBy=userName&sortDir=desc"));
  const login = new LoginPage(page);
  await expect(login.headline).toBeVisible();
  await login.signIn(user);
  await expect(page.getByRole("grid")).toBeVisible();
  const address = new URL(page.url());
  expect(address.origin + address.pathname).toBe(product.at("/users"));
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    pageLimit: "25",
    sortBy: "userName",
    sortDir: "desc",
  });
  expect(address.search).not.toContain("callbackUrl");
});

test("[AU-03] the session cookie is HttpOnly and bound to its address, and void after signing out", {
  tag: "@main",
}, async ({ signedInPage: page, product, user }) => {
  await page.goto(product.at("/users"));
  const session = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly);
  expect(session.length).toBeGreaterThan(0);
  for (const cookie of session) {
    expect(cookie.sameSite).not.toBe("None");
    expect(cookie.path).toBe(product.prefix === "" ? "/" : product.prefix);
  }
  const secret = Buffer.from(`${user.userName}:`).toString("base64").slice(0, -2);
  const html = await page.content();
  expect(html).not.toContain(secret);
  expect(html).not.toContain(user.password);

  const copied = await page.context().cookies();
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const login = new LoginPage(page);
  await expect(login.headline).toBeVisible();
  await page.goto(product.at("/users"));
  await expect(login.headline).toBeVisible();

  await page.context().addCookies(copied);
  const response = await page.context().request.get(product.at("/api/user"), { headers: { "x-csrf": "1" } });
  expect(response.status()).toBe(401);
});

test("[AU-03] a cookie with a flipped bit counts as no session, not as an error", async ({
  signedInPage: page,
  product,
}) => {
  const cookies = await page.context().cookies();
  const session = cookies.filter(({ httpOnly }) => httpOnly);
  expect(session.length).toBeGreaterThan(0);
  await page.context().addCookies(session.map((cookie) => ({ ...cookie, value: flipped(cookie.value) })));
  const response = await page.goto(product.at("/users"));
  expect(response?.status()).toBeLessThan(500);
  await expect(new LoginPage(page).headline).toBeVisible();
  const received = await page.context().request.get(product.at("/api/user"), { headers: { "x-csrf": "1" } });
  expect(received.status()).toBe(401);
});

test("[PM-02] a user without any permission signs in and may do nothing", async ({ page, product, api }) => {
  const nobody = await api.createUser();
  await page.goto(product.at("/users"));
  await new LoginPage(page).signIn(nobody);
  await expect(page.getByText("Error! item forbidden")).toBeVisible();
  for (const path of ["/users", "/roles", `/users/${nobody.userId}`]) {
    const response = await page
      .context()
      .request.get(product.at(`/api${path}`), { headers: { "x-csrf": "1" } });
    expect(response.status(), path).toBe(403);
  }
});

/** Flips one bit of the middle character, keeping valid cookie characters. */
function flipped(value: string): string {
  const at = Math.floor(value.length / 2);
  return value.slice(0, at) + (value[at] === "A" ? "B" : "A") + value.slice(at + 1);
}
