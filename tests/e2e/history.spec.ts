import { contract } from "@/lib/contract";
import { expect, signIn, test } from "./fixtures/test";
import { edit, readField, save } from "./pages/resource";

test("[HI-02] the history shows each change, compared field by field", async ({
  signedInPage: page,
  product,
  api,
  user: me,
}) => {
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await page.getByRole("textbox", { name: "First name" }).fill("Augusta");
  await save(page);
  await expect(readField(page, "First name")).toHaveText("Augusta");

  await page.getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: /^History of/ });
  const changes = dialog.getByRole("table", { name: "Changes" });
  await expect(changes.getByRole("row").nth(1)).toContainText("User changed");
  await expect(changes.getByRole("columnheader", { name: "Changed by" })).toBeVisible();
  await expect(changes.getByRole("row").nth(1)).toContainText(me.lastName);
  await changes.getByRole("row").nth(1).click();
  const firstName = dialog.getByRole("row", { name: /First name/ });
  await expect(firstName).toContainText("Changed");
  await expect(firstName.getByRole("cell")).toHaveText(["Ada", "Augusta"]);
  await expect(dialog.getByRole("row", { name: /Last name/ })).not.toContainText("Changed");

  await changes.getByRole("row").filter({ hasText: "User created" }).click();
  await expect(dialog.getByRole("heading", { name: "User created" })).toBeVisible();
});

test("[HI-01] roles given and permissions changed are recorded with who, before and after", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleId = await api.createRole({ permissions: ["UserView"] });
  const { userName } = await api.createUser({ roleIds: [roleId] });
  await page.goto(product.at(`/roles/${roleId}`));
  await page.getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: /^History of/ });
  await dialog.getByRole("row").filter({ hasText: "User added" }).click();
  await expect(dialog.getByRole("row", { name: /User name/ })).toContainText(userName);
  await dialog.getByRole("row").filter({ hasText: "Permissions changed" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Users" })).toContainText("added");
});

test("[HI-01] a password that was set is recorded without the password", async ({ api }) => {
  const { userId, password } = await api.createUser();
  const next = `${password}-changed`;
  await api.call(contract.users.setPassword, {
    params: { userId },
    body: { password: next, passwordRepeat: next },
  });
  const { list } = await api.call(contract.users.recordHistory, { params: { userId } });
  expect(list.map(({ type }) => type)).toContain("UserPasswordChanged");
  for (const { type, id } of list) {
    const detail = await api.call(contract.users.recordHistoryDetail, {
      params: { userId, type, historyId: id },
    });
    expect(JSON.stringify(detail)).not.toContain(password);
    expect(JSON.stringify(detail)).not.toMatch(/argon2|hash/i);
  }
});

test("[HI-02] the history says that a record was deleted and when it was archived", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId } = await api.createUser();
  await page.goto(product.at(`/users/${userId}`));
  await expect(page.getByRole("button", { name: "History" })).toBeVisible();
  await api.call(contract.users.remove, { query: { userIds: [userId] } });
  await page.getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: /^History of/ });
  await dialog.getByRole("row").filter({ hasText: "User deleted" }).click();
  await expect(dialog.getByText("The record has been deleted")).toBeVisible();
  await expect(dialog.getByText(/^Archived on \d/)).toBeVisible();
});

test("[HI-02] without the history permission there is no history", async ({ page, product, api }) => {
  const { userId, userName } = await api.createUser();
  const reader = await api.createUser({ permissions: ["UserView"] });
  await signIn(page, product, reader);
  await page.goto(product.at(`/users/${userId}`));
  await expect(readField(page, "User name")).toHaveText(userName);
  await expect(page.getByRole("button", { name: "History" })).toHaveCount(0);
});
