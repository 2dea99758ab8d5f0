import { contract } from "@/lib/contract";
import { expect, test, uniqueName } from "./fixtures/test";

test("[AU-13] a forgotten password is set by an administrator's link, once, with advice", async ({
  signedInPage: admin,
  product,
  api,
  browser,
  consoleErrors,
}) => {
  const userName = uniqueName("forgetful");
  const userId = await api.call(contract.users.create, {
    body: { userName, password: "Correct-horse-7", roleIds: [] },
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  consoleErrors.watch(page);
  await page.goto(product.at("/login"));
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByRole("textbox", { name: "Username or e-mail" }).fill(userName);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toContainText("ask an administrator");

  await admin.goto(product.at(`/users/${userId}`));
  await admin.getByRole("button", { name: "Set password" }).click();
  await admin.getByRole("button", { name: "Create link" }).click();
  const link = await admin.getByRole("textbox", { name: "Link" }).inputValue();

  await page.goto(link);
  const password = page.locator("input[name=password]");
  await password.fill("password1234");
  await expect(page.getByText("Easy to guess")).toBeVisible();
  await page.locator("input[name=passwordRepeat]").fill("password1234");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(password).toHaveAccessibleDescription(/one of the most common/);
  await expect(password).toBeFocused();
  await password.fill("four words of mine");
  await page.locator("input[name=passwordRepeat]").fill("four words of mine");
  await expect(page.getByText(/good password/i)).toBeVisible();
  await page.getByRole("button", { name: "Set password" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeFocused();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link has already been used" })).toBeVisible();
  await page.goto(product.at("/login"));
  await page.getByRole("textbox", { name: "Username" }).fill(userName);
  await page.locator("input[name=password]").fill("four words of mine");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "User menu" })).toBeVisible();
  await context.close();
});
