import { lastMailTo, linkIn } from "@/backend/testing/mail";
import { expect, signIn, test } from "./fixtures/test";

test("[AU-14] a user lists and ends other sessions, and 'This was not me' leads to a new password", async ({
  signedInPage: page,
  product,
  user,
  browser,
  consoleErrors,
}) => {
  const context = await browser.newContext();
  const there = await context.newPage();
  consoleErrors.watch(there);
  await signIn(there, product, user);
  await there.goto(product.at("/my-account"));
  await expect(there.getByRole("heading", { level: 1, name: "My account" })).toBeVisible();

  await test.step("ending the other session signs its window out", async () => {
    await page.goto(product.at("/my-account?tab=sessions"));
    const sessions = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
    await expect(sessions).toHaveCount(2);
    await expect(sessions.first()).toContainText(/Chrome on .*This device/);
    await sessions
      .last()
      .getByRole("button", { name: /^End: Chrome on/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click();
    await expect(page.getByText("Session ended.")).toBeVisible();
    await expect(sessions).toHaveCount(1);
    await expect(there.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
  });

  await test.step("the link in the e-mail opens a page whose button ends all sessions", async () => {
    await there.goto("about:blank");
    const link = linkIn(lastMailTo(product.outbox, user.email));
    await there.goto(link);
    await expect(there.getByText(`account ${user.userName} with Chrome`)).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "My account" })).toBeVisible();
    await there.getByRole("button", { name: "This was not me" }).click();
    await expect(there.getByRole("heading", { name: "Set a new password" })).toBeVisible();
    await there.locator("input[name=password]").fill("four words of mine");
    await there.locator("input[name=passwordRepeat]").fill("four words of mine");
    await there.getByRole("button", { name: "Set password" }).click();
    await expect(there.getByRole("heading", { name: "Your new password is set" })).toBeFocused();
    await there.goto(link);
    await expect(there.getByRole("heading", { name: "This link has already been used" })).toBeVisible();
    await page.goto(product.at("/my-account"));
    await expect(page).toHaveURL(/\/login/);
    await signIn(there, product, { ...user, password: "four words of mine" });
  });
  await context.close();
});
