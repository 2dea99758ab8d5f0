import { Secret, TOTP } from "otpauth";
import { contract } from "@/lib/contract";
import { ApiClient } from "../support/api-client";
import { addAuthenticator } from "./fixtures/authenticator";
import { type Host, makeTenant, test } from "./fixtures/host";
import { expect, signIn } from "./fixtures/test";
import { faults } from "./pages/faults";
import { LoginPage } from "./pages/login-page";

/** Creates an organisation, whose policy affects no other test, and one of its users. */
async function organisation(host: Host) {
  const { identifier } = await makeTenant(host);
  const product = host.product.inTenant(identifier);
  const api = await ApiClient.signIn(product.apiUrl, host.user.userName, host.user.password);
  return { product, api, person: await api.createUser() };
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

test("[AU-11] an organisation requires second factors, and a user sets one up at sign-in", async ({
  host,
}) => {
  const { page } = host;
  const { product, api, person } = await organisation(host);
  const login = new LoginPage(page);
  const code = page.getByRole("textbox", { name: "Code", exact: true });
  const storeCodes = page.getByRole("button", { name: "I have stored them" });
  const workspace = page.getByRole("tablist").first();
  const toSignIn = async () => {
    await page.context().clearCookies();
    await page.goto(product.at("/login"));
  };

  await test.step("the administrator sets up a second factor, then switches the policy on", async () => {
    await signIn(page, product, host.user);
    await page.goto(product.at("/organisation-settings?tab=second-factors"));
    await expect(page.getByText("Set up your own second factor first").first()).toBeVisible();
    await page.getByRole("link", { name: "Open My account" }).click();
    await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
    const { secret } = await api.call(contract.user.makeTotp, {
      body: { currentPassword: host.user.password },
    });
    await api.call(contract.user.confirmTotp, { body: { code: codeOf(secret) } });
    await page.goto(product.at("/organisation-settings?tab=second-factors"));
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("combobox", { name: "Second factor" }).selectOption("everybody");
    const now = await page.evaluate(() => new Date().toLocaleDateString("sv-SE"));
    await page.getByRole("textbox", { name: "From" }).fill(now);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Required for everyone")).toBeVisible();
    await expect(page.getByText("1 of 2 people has no second factor yet.")).toBeVisible();
  });

  await test.step("a user without one stays at the set-up until it is complete", async () => {
    await toSignIn();
    await login.signIn(person);
    await page.getByRole("button", { name: "Use an authenticator app" }).click();
    await expect(page.getByRole("img", { name: "QR code" }).locator("path")).toHaveAttribute("d", /^M/);
    await expect(code).toBeFocused();
    expect(await faults(page)).toEqual([]);
    const secret = ((await page.locator(".font-mono").textContent()) ?? "").replace(/\s/g, "");
    await code.fill("000000");
    await code.press("Enter");
    await expect(page.getByText("This code is wrong.")).toBeVisible();
    await code.fill(codeOf(secret));
    await code.press("Enter");
    await expect(page.getByRole("listitem")).toHaveCount(10);
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(product.at("/"));
    await expect(new LoginPage(elsewhere).headline).toBeVisible();
    await elsewhere.close();
    await storeCodes.click();
    await expect(workspace).toBeVisible();
    await page.goto(product.at("/my-account?tab=security"));
    await expect(page.getByText("10 codes left")).toBeVisible();
  });

  await test.step("another user sets up a passkey, which then signs in alone", async () => {
    const other = await api.createUser();
    await toSignIn();
    await addAuthenticator(page);
    await login.signIn(other);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await storeCodes.click();
    await expect(workspace).toBeVisible();
    await toSignIn();
    await expect(workspace).toBeVisible();
  });
});

test("[AU-11] before the day, the workspace shows by when a second factor has to be set up", async ({
  host,
}) => {
  const { page } = host;
  const { product, api, person } = await organisation(host);
  const { secret } = await api.call(contract.user.makeTotp, {
    body: { currentPassword: host.user.password },
  });
  await api.call(contract.user.confirmTotp, { body: { code: codeOf(secret) } });
  const secondFactorFrom = new Date(Date.now() + 5 * 86_400_000).toISOString();
  await api.call(contract["organisation-settings"].saveSecondFactors, {
    body: { secondFactorPolicy: "everybody", secondFactorFrom },
  });
  await signIn(page, product, person);
  await page.goto(product.at("/"));
  const notice = page
    .getByRole("status")
    .filter({ hasText: "Your organisation requires a second factor from" });
  await expect(notice).toBeVisible();
  await notice.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("heading", { name: "Second factor" })).toBeVisible();
  await api.call(contract["organisation-settings"].saveSecondFactors, {
    body: { secondFactorPolicy: "optional" },
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Second factor" })).toBeVisible();
  await expect(notice).toBeHidden();
});
