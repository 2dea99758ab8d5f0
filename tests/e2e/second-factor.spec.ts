import { Secret, TOTP } from "otpauth";
import { addAuthenticator } from "./fixtures/authenticator";
import { expect, test } from "./fixtures/test";
import { LoginPage } from "./pages/login-page";

test("[AU-11] an app, recovery codes and a passkey are set up, and each completes a sign-in", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const login = new LoginPage(page);
  const workspace = page.getByRole("tablist").first();
  const code = page.getByRole("textbox", { name: "Code", exact: true });
  const confirmPassword = async (dialog: string, submit: string) => {
    const asked = page.getByRole("dialog", { name: dialog });
    await asked.getByLabel("Current password").fill(user.password);
    await asked.getByRole("button", { name: submit }).click();
  };
  const signOut = async () => {
    await page.context().clearCookies();
    await page.goto(product.at("/login"));
  };
  let recoveryCode = "";

  await test.step("an app is confirmed by its first code, and comes with ten recovery codes", async () => {
    await page.goto(product.at("/my-account?tab=security"));
    await page.getByRole("button", { name: "Set up" }).click();
    await confirmPassword("Set up an authenticator app", "Continue");
    const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
    await expect(dialog.getByRole("img", { name: "QR code" }).locator("path")).toHaveAttribute("d", /^M/);
    const key = ((await dialog.locator(".font-mono").textContent()) ?? "").replace(/\s/g, "");
    const totp = new TOTP({ secret: Secret.fromBase32(key) });
    await code.fill("12");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog.getByText("This code is wrong.")).toBeVisible();
    await code.fill(totp.generate());
    await dialog.getByRole("button", { name: "Confirm" }).click();
    const codes = page.getByRole("dialog", { name: "Your recovery codes" });
    await expect(codes.getByRole("listitem")).toHaveCount(10);
    recoveryCode = (await codes.getByRole("listitem").first().textContent()) ?? "";
    await codes.getByRole("button", { name: "I have stored them" }).click();
    await expect(page.getByText("10 codes left")).toBeVisible();
  });

  await test.step("a sign-in asks for the second step, and takes a recovery code", async () => {
    await signOut();
    await login.signIn(user);
    await expect(code).toBeFocused();
    await code.fill("000000");
    await code.press("Enter");
    await expect(login.alert).toContainText("This code is wrong or was used already.");
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByRole("textbox", { name: "Recovery code" }).fill(recoveryCode);
    await page.keyboard.press("Enter");
    await expect(workspace).toBeVisible();
  });

  await test.step("a passkey signs in alone, from the field of the user name", async () => {
    await addAuthenticator(page);
    await page.goto(product.at("/my-account?tab=security"));
    await expect(page.getByText("9 codes left")).toBeVisible();
    await page.getByRole("button", { name: "Add passkey" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Laptop");
    await confirmPassword("Add passkey", "Continue");
    await expect(page.getByText("Laptop")).toBeVisible();
    await signOut();
    await expect(workspace).toBeVisible();
    await page.goto(product.at("/my-account?tab=security"));
    await expect(page.getByText(/last used: (?!never)/i)).toBeVisible();
  });
});
