import { contract } from "@/lib/contract";
import { expect, test } from "./fixtures/test";
import { edit, save } from "./pages/resource";
import { expireSession, SignInAgain } from "./pages/sign-in-again";
import { expectSound } from "./pages/sound";

for (const [width, colorScheme] of [
  [360, "light"],
  [768, "dark"],
  [1440, "light"],
] as const)
  test(`[FM-09] drafts, conflicts and signing in again have no accessibility faults: ${width} px, ${colorScheme}`, async ({
    signedInPage: page,
    product,
    api,
    playwright,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    page.on("dialog", (dialog) => dialog.accept());
    const user = await api.createUser({ firstName: "Ada", email: "ada@example.test" });
    const { userId, userName, lastName } = user;
    await page.goto(product.at(`/users/${userId}`));
    await edit(page);
    await page.getByRole("textbox", { name: "First name" }).fill("Mine");
    const { version } = await api.call(contract.users.detail, { params: { userId } });
    await api.call(contract.users.save, {
      params: { userId },
      body: { userName, lastName, firstName: "Theirs", email: "theirs@example.test", version },
    });
    await page.reload();
    const banner = page.getByRole("region", { name: /^Unsaved changes from/ });
    await banner.getByRole("button", { name: "Show what differs" }).click();
    await expectSound(page, "the banner of a draft");

    await banner.getByRole("button", { name: "Restore" }).click();
    await save(page);
    await expect(page.getByRole("dialog", { name: /has saved this record/ })).toBeVisible();
    await expectSound(page, "a conflict");
    await page.keyboard.press("Escape");

    await expireSession(page, product, playwright);
    await save(page);
    const again = new SignInAgain(page);
    await again.submit.click();
    await expect(again.password).toHaveAccessibleDescription("Password is required");
    await expectSound(page, "signing in again");
    await again.later.click();
    await expect(page.getByRole("status").filter({ hasText: "You are signed out" })).toBeVisible();
    await expectSound(page, "signed out");
    await page.getByRole("button", { name: "Sign in again" }).click();
    await again.leave.click();
    await page.waitForURL(/\/login/);
  });

test("[FM-09] the draft of a record that is gone has no accessibility faults", async ({
  signedInPage: page,
  product,
  api,
}) => {
  page.on("dialog", (dialog) => dialog.accept());
  const { userId } = await api.createUser();
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await page.getByRole("textbox", { name: "First name" }).fill("Kept");
  await api.call(contract.users.remove, { query: { userIds: [userId] } });
  await page.reload();
  await expect(page.getByRole("region", { name: /^Unsaved changes from/ })).toBeVisible();
  await expectSound(page, "the draft of a record that is gone");
});
