import sharp from "sharp";
import { contract } from "@/lib/contract";
import { ApiClient } from "../support/api-client";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { edit, ResourceTable, readField, save } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

test("[HO-04] personal data and password are changed, providers unlinked except the last one", {
  tag: "@main",
}, async ({ signedInPage: page, product, user, browser }) => {
  let links = [
    { identityProvider: "microsoft", userName: "ada@example.test", lastUsedOn: null },
    { identityProvider: "google", userName: "ada@gmail.example" },
  ];
  await page.route("**/api/user/identity-providers**", (route) => {
    if (route.request().method() !== "DELETE") return route.fulfill({ json: links });
    const removed = new URL(route.request().url()).searchParams.get("identityProvider");
    links = links.filter(({ identityProvider }) => identityProvider !== removed);
    return route.fulfill({ status: 204 });
  });
  await page.goto(product.at("/my-account"));
  await expect(readField(page, "Username")).toHaveText(user.userName);
  await edit(page);
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "E-mail" })).toHaveCount(0);
  await page.getByRole("textbox", { name: "First name" }).fill("");
  await save(page);
  await expect(page.getByRole("textbox", { name: "First name" })).toHaveAccessibleDescription(
    "Please fill in this field.",
  );
  await page.getByRole("textbox", { name: "First name" }).fill("Grace");
  await page.getByRole("textbox", { name: "Last name" }).fill("Hopper");
  await save(page);
  await expect(readField(page, "First name")).toHaveText("Grace");
  await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
  await expect(page.getByRole("menu")).toContainText("Grace Hopper");
  await page.keyboard.press("Escape");

  await test.step("identity providers except the last one can be removed", async () => {
    await page.getByRole("tab", { name: "Identity providers" }).click();
    await expect(page.getByText("ada@example.test")).toBeVisible();
    await page.getByRole("button", { name: "Delete: Google" }).click();
    const question = page.getByRole("dialog", { name: "Remove Google?" });
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("ada@gmail.example")).toHaveCount(0);
    const last = page.getByRole("button", { name: "Delete: Microsoft" });
    await expect(last).toBeDisabled();
    await last.hover();
    await expect(page.getByRole("tooltip")).toContainText("Delete disabled");
  });

  await test.step("the user's password is changed with the current one, keeping the session", async () => {
    await page.getByRole("tab", { name: "Security" }).click();
    await page.getByRole("button", { name: "Set password" }).click();
    const dialog = page.getByRole("dialog", { name: "Password" });
    const fill = async (values: readonly string[]) => {
      for (const [index, value] of values.entries()) await dialog.locator("input").nth(index).fill(value);
      await dialog.getByRole("button", { name: "Set password" }).click();
    };
    await fill([user.password, "Another-horse-8", "Another-horse-9"]);
    await expect(dialog.locator("input").nth(2)).toHaveAccessibleDescription(/do not match/);
    await fill(["not the present one", "Another-horse-8", "Another-horse-8"]);
    await expect(dialog.locator("input").nth(0)).toHaveAccessibleDescription(
      "This is not your current password.",
    );
    await fill([user.password, "Another-horse-8", "Another-horse-8"]);
    await expect(page.getByText("Password set.")).toBeVisible();
    await new WorkspacePage(page).follow(product.at("/users"));
    await expect(new ResourceTable(page, "Users").rows.first()).toBeVisible();
    const elsewhere = await browser.newContext();
    await signIn(elsewhere, product, { userName: user.userName, password: "Another-horse-8" });
    await elsewhere.close();
  });
});

test("[HO-04] a picture is chosen, shown everywhere, replaced and removed [US-01]", async ({
  signedInPage: page,
  product,
  user,
  api,
  consoleErrors,
}) => {
  // Playwright's trace fetches the chosen picture, which the page's policy forbids.
  consoleErrors.allow(/Connecting to 'blob:/);
  const userMenu = page.getByRole("banner").getByRole("button", { name: "User menu" });
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/my-account"));
  await edit(page);
  const choose = async (name: string, buffer: Buffer, mimeType = "image/png") => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: /^(?:Upload|Replace)/ }).click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };
  await choose("notes.txt", Buffer.from("no picture"), "text/plain");
  await save(page);
  await expect(page.getByText(/type of file is not supported/)).toBeVisible();
  await choose("fake.png", Buffer.from("no picture"));
  await save(page);
  await expect(page.getByText("This is not a complete JPEG or PNG image.", { exact: false })).toBeVisible();
  await choose("me.png", await picture("#c05030"));
  await save(page);
  await expect(userMenu.locator("img")).toBeVisible();
  const address = await userMenu.locator("img").getAttribute("src");
  expect(address).toMatch(/\/api\/user\/avatar\/[0-9a-f-]{36}$/);
  await expect(userMenu.locator("img")).toHaveJSProperty("naturalWidth", 200);

  await workspace.follow(product.at(`/users/${user.userId}`));
  await expect(workspace.panel.locator("header img")).toBeVisible();
  // Lists and pickers show it too; the accessible name stays the name only.
  await workspace.follow(product.at(`/users?phrase=${user.userName}`));
  const row = new ResourceTable(page, "Users").row(user.userName);
  await expect(row.locator("img")).toBeVisible();
  await expect(row.getByRole("link")).toHaveText(`${user.firstName} ${user.lastName}${user.userName}`);
  const roleId = await api.createRole();
  await workspace.follow(product.at(`/roles/${roleId}?tab=users`));
  await page.getByRole("button", { name: "Add users" }).first().click();
  await page.getByRole("dialog").getByRole("searchbox").fill(user.userName);
  // Before the search starts, others with pictures are visible too.
  const found = page.getByRole("dialog").getByRole("row").filter({ hasText: user.userName });
  await expect(found.locator("img")).toBeVisible();
  await found.click();
  await page.getByRole("dialog").getByRole("button", { name: "Add (1)" }).click();
  await expect(new ResourceTable(page, "Users").row(user.userName).locator("img")).toBeVisible();

  await workspace.follow(product.at(`/users/${user.userId}`));
  await edit(page);
  await page.getByRole("button", { name: "Remove image" }).click();
  await save(page);
  await expect(workspace.panel.locator("header img")).toHaveCount(0);
  await expect(userMenu.locator("img")).toHaveCount(0);
});

test("[TB-09] [PR-02] on a phone a long German label wraps, with an unbroken accessible name", async ({
  page,
  product,
  api,
}) => {
  const user = await api.createUser();
  const mine = await ApiClient.signIn(product.apiUrl, user.userName, user.password);
  await mine.call(contract.user.saveSettings, { body: { languageSymbol: "de" } });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, product, user);
  await page.goto(product.at("/my-account"));
  const button = page.getByRole("button", { name: "Identitätsanbieter", exact: true });
  await expect(button).toBeVisible();
  const shown = await button.locator("span").evaluate((label) => {
    const range = document.createRange();
    range.selectNodeContents(label);
    return {
      lines: new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size,
      text: label.textContent,
    };
  });
  expect(shown).toEqual({ lines: 2, text: "Identitäts\u00adanbieter" });
  await button.click();
  await expect(page.getByRole("heading", { name: "Identitätsanbieter", exact: true })).toBeVisible();
});

test("[HO-04] a picture is served only to the product's pages, never as a document, and cached", async ({
  page,
  product,
  api,
}) => {
  const user = await api.createUser();
  await signIn(page, product, user);
  const saved = await page.request.put(product.at("/api/user"), {
    headers: { "x-csrf": "1" },
    multipart: {
      firstName: "Ada",
      lastName: "Lovelace",
      avatar: { name: "me.png", mimeType: "image/png", buffer: await picture("#205080") },
    },
  });
  expect(saved.status()).toBe(200);
  const address = product.at(`/api/user/avatar/${(await saved.json()).avatar}`);
  const shown = await page.request.get(address, { headers: { "sec-fetch-site": "same-origin" } });
  expect(shown.status()).toBe(200);
  expect(shown.headers()).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=31536000, immutable",
    "content-disposition": expect.stringContaining("attachment"),
    "cross-origin-resource-policy": "same-origin",
  });
  const foreign = await page.request.get(address, { headers: { "sec-fetch-site": "cross-site" } });
  expect(foreign.status()).toBe(403);
  // Only pictures work without the header, never changes.
  expect((await page.request.put(product.at("/api/user"), { multipart: { firstName: "x" } })).status()).toBe(
    403,
  );
  expect((await page.request.get(product.at("/api/user/create-api-key"))).status()).toBe(403);
});

test("[HO-04] the user's API key is generated, shown once, and listed with its last use", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const keyName = uniqueName("Backup");
  await page.goto(product.at("/my-account?tab=api-keys"));
  await page.getByRole("textbox", { name: "Name" }).fill(keyName);
  await page.getByRole("button", { name: "Generate API key" }).click();
  await expect(page.getByText("It is shown only once", { exact: false })).toBeVisible();
  const key = await page.getByRole("textbox", { name: "New API key" }).inputValue();
  const table = new ResourceTable(page, "Existing keys");
  await expect(table.row(keyName)).toContainText("Never");
  const used = await page.request.get(`${product.apiUrl}/user`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect((await used.json()).profile.userName).toBe(user.userName);
  await page.reload();
  await expect(table.row(keyName)).toBeVisible();
  await expect(table.row(keyName)).not.toContainText("Never");
  await expect(page.getByText(key)).toHaveCount(0);
});
