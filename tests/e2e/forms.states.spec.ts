import { contract } from "@/lib/contract";
import { expect, test } from "./fixtures/test";
import { faults } from "./pages/faults";
import { edit, save } from "./pages/resource";
import { expireSession, SignInAgain } from "./pages/sign-in-again";

test("[FM-09] drafts, conflicts and signing in again have no accessibility violations", async ({
  signedInPage: page,
  product,
  api,
}) => {
  test.slow();
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
  await banner.getByRole("button", { name: "Show differences" }).click();
  expect(await faults(page), "the banner of a draft").toEqual([]);

  await banner.getByRole("button", { name: "Restore" }).click();
  await save(page);
  await expect(page.getByRole("dialog", { name: /has saved this record/ })).toBeVisible();
  expect(await faults(page), "a conflict").toEqual([]);
  await page.keyboard.press("Escape");

  await expireSession(page);
  await save(page);
  const again = new SignInAgain(page);
  await again.submit.click();
  await expect(again.password).toHaveAccessibleDescription("Password is required");
  expect(await faults(page), "signing in again").toEqual([]);
  await again.later.click();
  await expect(page.getByRole("status").filter({ hasText: "You are signed out" })).toBeVisible();
  expect(await faults(page), "signed out").toEqual([]);
  await page.getByRole("button", { name: "Sign in again" }).click();
  await again.leave.click();
  await page.waitForURL(/\/login/);
});

test("[FM-09] the draft of a deleted record has no accessibility violations", async ({
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
  expect(await faults(page), "the draft of a record that is gone").toEqual([]);
});
