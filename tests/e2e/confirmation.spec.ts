import pg from "pg";
import { contract } from "@/lib/contract";
import { expect, test, uniqueName } from "./fixtures/test";
import { save } from "./pages/resource";

/** Ages the user's sessions as if their last factor had been given an hour ago. */
async function ageSessions(databaseUrl: string | undefined, userId: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rowCount } = await client.query(
    "update secrets set created_on = now() - interval '1 hour', confirmed_on = null where user_id = $1",
    [userId],
  );
  await client.end();
  expect(rowCount).toBeGreaterThan(0);
}

test("[AU-12] an old session confirms with the password over an open form, which is then saved", async ({
  signedInPage: page,
  product,
  api,
  user,
}) => {
  const roleName = uniqueName("Guarded");
  const roles = () => api.call(contract.roles.list, { query: { phrase: roleName } });
  await page.goto(product.at("/roles/new"));
  const name = page.getByRole("textbox", { name: "Role name" });
  await name.fill(roleName);
  await ageSessions(product.databaseUrl, user.userId);
  const submit = page.getByRole("button", { name: "Create role" });
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  const password = dialog.locator("input[name=currentPassword]");

  await test.step("cancelling reports an error and keeps the form", async () => {
    await submit.click();
    await expect(password).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("form", { name: "Role" }).getByRole("alert")).toContainText(
      "Please confirm that it is you",
    );
    await expect(name).toHaveValue(roleName);
    await expect(submit).toBeFocused();
  });

  await test.step("a wrong password is reported at its field", async () => {
    await submit.press("Enter");
    await password.fill("wrong");
    await password.press("Enter");
    await expect(password).toHaveAccessibleDescription(/not your current password/);
    expect((await roles()).list).toEqual([]);
  });

  await test.step("the correct password creates the role, and further actions need no confirmation", async () => {
    await password.fill(user.password);
    await password.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: roleName })).toBeVisible();
    expect((await roles()).list).toHaveLength(1);
    await page.getByRole("button", { name: "Edit" }).first().click();
    await page.getByRole("checkbox", { name: "Default role" }).check();
    await save(page);
    await expect(dialog).toBeHidden();
  });
});
