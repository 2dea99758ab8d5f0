import { gate } from "../support/gate";
import { expect, test, uniqueName } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";

test("[US-05] a user's API key is shown once, authenticates, shows its last use and is revoked [US-01]", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const user = await api.createUser();
  const keyName = uniqueName("Nightly");
  await page.goto(product.at(`/users/${user.userId}`));
  await page.getByRole("button", { name: "Generate API key" }).click();
  const dialog = page.getByRole("dialog", { name: /^API keys of/ });
  await expect(dialog.getByText("No API keys yet")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Name" }).fill(keyName);
  await dialog.getByRole("combobox", { name: "Valid for" }).selectOption("90");
  await dialog.getByRole("button", { name: "Generate API key" }).click();
  await expect(dialog.getByText("Copy the key now")).toBeVisible();
  const copy = dialog.getByRole("button", { name: "Copy", exact: true });
  await expect(copy).toBeFocused();
  await copy.click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  const key = await dialog.getByRole("textbox", { name: "New API key" }).inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

  const used = await page.request.get(`${product.apiUrl}/user`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect((await used.json()).profile.userName).toBe(user.userName);

  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog.getByRole("textbox", { name: "New API key" })).toHaveCount(0);
  const table = new ResourceTable(dialog, "Existing keys");
  await expect(table.row(keyName)).toContainText(key.slice(-4));
  await table.row(keyName).getByRole("checkbox").check();
  await table.selection.getByRole("button", { name: "Revoke" }).click();
  await page
    .getByRole("dialog", { name: /^Revoke the key/ })
    .getByRole("button", { name: "Revoke" })
    .click();
  await expect(dialog.getByText("No API keys yet")).toBeVisible();
  const refused = await page.request.get(`${product.apiUrl}/user`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(refused.status()).toBe(401);
  await page.reload();
  await expect(page.getByText(key)).toHaveCount(0);
});

test("[US-05] a key created before the list of keys has loaded is listed", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const user = await api.createUser();
  const keyName = uniqueName("Early");
  const held = gate();
  await page.goto(product.at(`/users/${user.userId}`));
  const isList = (url: URL) => url.pathname.endsWith(`/${user.userId}/api-keys`);
  await page.route(
    isList,
    async (route) => {
      const response = await route.fetch();
      await held.passed;
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  const asked = page.waitForRequest((request) => isList(new URL(request.url())));
  await page.getByRole("button", { name: "Generate API key" }).click();
  await asked;
  const dialog = page.getByRole("dialog", { name: /^API keys of/ });
  await dialog.getByRole("textbox", { name: "Name" }).fill(keyName);
  await dialog.getByRole("button", { name: "Generate API key" }).click();
  await expect(dialog.getByText("Copy the key now")).toBeVisible();
  held.open();
  await expect(new ResourceTable(dialog, "Existing keys").row(keyName)).toBeVisible();
});
