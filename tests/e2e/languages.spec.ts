import { contract } from "@/lib/contract";
import { ApiClient } from "../support/api-client";
import { expect, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

test("[PR-02] [FM-04] switching needs no reload, keeps input, translates errors, and is saved", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, user, consoleErrors }) => {
  consoleErrors.allow(/status of 400/);
  const taken = await api.createUser();
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${user.userId}`));
  const field = await workspace.editFirstName("Grace");
  const navigations: string[] = [];
  page.on("framenavigated", (frame) => navigations.push(frame.url()));
  const saved = page.waitForResponse("**/api/user/settings/languageSymbol/de");
  await workspace.choose("Language", "Deutsch");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("button", { name: "Benutzermenü" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Vorname" })).toHaveValue("Grace");
  await expect(field).toHaveCount(0);
  expect((await saved).ok()).toBe(true);
  await expect(workspace.toasts).toHaveCount(0);
  expect(navigations).toEqual([]);

  const mine = await ApiClient.signIn(product.apiUrl, user.userName, user.password);
  const { userSettings } = await mine.call(contract.user.current, {});
  expect(userSettings).toContainEqual({ settingName: "languageSymbol", settingValue: "de" });

  await test.step("server message of a field", async () => {
    await page.getByRole("textbox", { name: "Benutzername" }).fill(taken.userName);
    await page.getByRole("button", { name: "Speichern", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Benutzername" })).toHaveAccessibleDescription(/bereits/);
    await workspace.choose("Sprache", "Polski");
    await expect(page.getByRole("textbox", { name: "Login" })).toHaveAccessibleDescription(/już/);
    await expect(page.getByRole("textbox", { name: "Login" })).toHaveValue(taken.userName);
    await workspace.choose("Język", "English");
    await expect(page.getByRole("textbox", { name: "Username" })).toHaveAccessibleDescription(
      /already in use/,
    );
    await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Grace");
  });
});

test("[PR-02] other windows follow, and keep their input", async ({ signedInPage: page, product, user }) => {
  const other = await page.context().newPage();
  await other.goto(product.at(`/users/${user.userId}`));
  await new WorkspacePage(other).editFirstName("Grace");
  await page.goto(product.at("/"));
  await new WorkspacePage(page).choose("Language", "Deutsch");
  await expect(other.getByRole("textbox", { name: "Vorname" })).toHaveValue("Grace");
  await expect(other.locator("html")).toHaveAttribute("lang", "de");
});

test("[PR-02] of two quick choices the later one is shown and saved, however slow the first is", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/"));
  const chosen = page.waitForRequest("**/api/messages/de?*");
  let answerFirst = () => {};
  const later = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  await page.route("**/api/messages/de?*", async (route) => {
    await later;
    await route.continue();
  });
  await workspace.choose("Language", "Deutsch");
  await chosen;
  const saved = page.waitForResponse("**/api/user/settings/languageSymbol/pl");
  await workspace.choose("Language", "Polski");
  await saved;
  const arrived = page.waitForResponse("**/api/messages/de?*");
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  answerFirst();
  await (await arrived).finished();
  // Requests caused by the late response come before this response.
  await workspace.choose("Język", "English");
  await page.waitForResponse("**/api/user/settings/languageSymbol/en");
  expect(calls.filter((url) => url.endsWith("/languageSymbol/de"))).toEqual([]);

  const mine = await ApiClient.signIn(product.apiUrl, user.userName, user.password);
  const { userSettings } = await mine.call(contract.user.current, {});
  expect(userSettings).toContainEqual({ settingName: "languageSymbol", settingValue: "en" });
});

test("[PR-02] a language unsaved at a reload is used and saved by the next page", async ({
  signedInPage: page,
  product,
  user,
}) => {
  await page.goto(product.at("/"));
  const address = "**/api/user/settings/languageSymbol/de";
  // The first page's request is left pending. Removing the route would continue it.
  let isFirst = true;
  await page.route(address, (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
  });
  const asked = page.waitForRequest(address);
  await new WorkspacePage(page).choose("Language", "Deutsch");
  await asked;
  const saved = page.waitForResponse(address);
  const response = await page.reload();
  expect(await response?.text()).toMatch(/<html[^>]* lang="de"/);
  expect((await saved).ok()).toBe(true);
  const mine = await ApiClient.signIn(product.apiUrl, user.userName, user.password);
  const { userSettings } = await mine.call(contract.user.current, {});
  expect(userSettings).toContainEqual({ settingName: "languageSymbol", settingValue: "de" });
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .not.toContain("lang.unsaved");
});

test("[PR-02] the next visit uses the saved language from the first byte", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const mine = await ApiClient.signIn(product.apiUrl, user.userName, user.password);
  await mine.call(contract.user.saveLanguage, { params: { symbol: "pl" } });
  const response = await page.goto(product.at("/"));
  expect(await response?.text()).toMatch(/<html[^>]* lang="pl"/);
  await expect(page.getByRole("tab", { name: "Strona główna" })).toBeVisible();
});

test("[PR-02] every language has distinct texts, and requests send it", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users"));
  for (const [language, name, users] of [
    ["en", "English", "Users"],
    ["de", "Deutsch", "Benutzer"],
    ["pl", "Polski", "Użytkownicy"],
    ["sr", "Srpski", "Korisnici"],
  ] as const) {
    if (language !== "en") await workspace.choose(/^(Language|Sprache|Język)$/, name);
    await expect(page.getByRole("heading", { level: 1, name: users })).toBeVisible();
    const [call] = await Promise.all([
      page.waitForRequest(
        (request) => /\/api\/users\?/.test(request.url()) && request.url().includes(`phrase=zz${language}`),
      ),
      page.getByRole("searchbox").fill(`zz${language}`),
    ]);
    expect(call.headers().lang).toBe(language);
  }
});

test("[PR-02] visible texts are translated: tabs, also hidden ones, field hints and server texts", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users/00000000-0000-4000-8000-00000000dead"));
  await expect(workspace.activeTab).toHaveText("Item not found");
  await workspace.choose("Main menu", "Search");
  await workspace.choose("Settings", "Users");
  await page.getByRole("link", { name: "New user" }).click();
  await page.getByRole("button", { name: "Create user" }).click();
  const userName = page.getByRole("textbox", { name: "Username" });
  await expect(userName).toHaveAccessibleDescription("Please fill in this field.");
  const asked = page.waitForRequest((request) => /\/api\/dictionaries\/roles/.test(request.url()));
  await workspace.choose("Language", "Srpski");
  await expect(page.getByRole("textbox", { name: "Korisničko ime" })).toHaveAccessibleDescription(
    "Popunite ovo polje.",
  );
  expect((await asked).headers().lang).toBe("sr");
  await expect(page.getByRole("banner").getByRole("button", { name: "Jezik" })).toBeVisible();
  await expect(page.getByRole("tablist").first().getByRole("tab")).toHaveText([
    "Početna",
    "Zapis nije pronađen",
    "Pretraga",
    "Korisnici",
    "Novi korisnik",
  ]);
});
