import type { Page } from "@playwright/test";
import { contract } from "@/lib/contract";
import { ApiClient } from "../support/api-client";
import { expect, test } from "./fixtures/test";
import { edit, ResourceTable, readField, save } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

const choose = (page: Page, field: string, option: string) =>
  page.getByRole("combobox", { name: field }).selectOption(option);

async function openPreferences(page: Page): Promise<WorkspacePage> {
  const workspace = new WorkspacePage(page);
  await workspace.choose("User menu", "My account");
  await expect(page.getByRole("heading", { level: 1, name: "My account" })).toBeVisible();
  await page.getByRole("tab", { name: "Preferences" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Preferences" })).toBeVisible();
  return workspace;
}

test("[PR-01] [SH-04] preferences apply in every open tab at once, without a reload and without a toast", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userName } = await api.createUser();
  await page.goto(product.at(`/users?phrase=${userName}`));
  const table = new ResourceTable(page, "Users");
  const created = table
    .row(userName)
    .getByRole("gridcell")
    .filter({ hasText: /\d{4} / });
  await expect(created).toHaveText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/);
  const loaded = await page.evaluate(() => performance.timeOrigin);

  const workspace = await openPreferences(page);
  await edit(page);
  await choose(page, "Short date format", "MM/DD/YYYY");
  await choose(page, "Short time format", "hh:mm a");
  const [response] = await Promise.all([page.waitForResponse("**/api/user/settings"), save(page)]);
  expect(response.status()).toBe(204);
  await expect(readField(page, "Short time format")).toHaveText("03:04 pm");
  await expect(workspace.toasts).toHaveCount(0);

  await workspace.tab("Users").click();
  await expect(created).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d [ap]m$/);
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
  await page.reload();
  await expect(created).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d [ap]m$/);
});

test("[PR-01] all preferences are sent together, with the offset that belongs to a time zone", async ({
  signedInPage: page,
  product,
  user,
}) => {
  await page.goto(product.at("/my-account?tab=preferences"));
  await expect(readField(page, "Time zone")).toHaveText(
    /^As in this browser: Europe\/Berlin \(UTC\+0[12]:00\)$/,
  );
  await edit(page);
  await choose(page, "Long date format", "LL");
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await zone.fill("new york");
  await page.getByRole("option", { name: /^America\/New York \(UTC-0[45]:00\)$/ }).click();
  const [request] = await Promise.all([page.waitForRequest("**/api/user/settings"), save(page)]);
  expect(request.postDataJSON()).toEqual({
    languageSymbol: "en",
    longDateFormat: "LL",
    longTimeFormat: "HH:mm:ss",
    shortDateFormat: "DD.MM.YYYY",
    shortTimeFormat: "HH:mm",
    subTabsExpanded: true,
    timezone: "America/New_York",
    timezoneOffset: 1,
  });
  await expect(readField(page, "Time zone")).toHaveText(/^America\/New York/);
  await expect(readField(page, "Long date format")).toHaveText("December 31, 2026");

  const mine = await ApiClient.signIn(product.apiUrl, user.userName, user.password);
  const { userSettings } = await mine.call(contract.user.current, {});
  expect(userSettings).toContainEqual({ settingName: "timezone", settingValue: "America/New_York" });

  // Days begin where the user says, and the call that asks who they are says where the browser is.
  const asked = page.waitForRequest(/\/api\/users\?/);
  await page.evaluate(() => history.replaceState(null, "", location.href));
  const workspace = new WorkspacePage(page);
  await workspace.choose("Settings", "Users");
  expect((await asked).headers().timezone).toBe("America/New_York");
});

test("[PR-01] times on screen are those of the preferred time zone, and come back to the browser's", async ({
  signedInPage: page,
  product,
  user,
  api,
}) => {
  const mine = await ApiClient.signIn(product.apiUrl, user.userName, user.password);
  await mine.call(contract.user.saveSettings, {
    body: { timezone: "Pacific/Kiritimati", longTimeFormat: "HH:mm:ss", longDateFormat: "DD.MM.YYYY" },
  });
  const { userId } = await api.createUser();
  const { createdOn } = await api.call(contract.users.detail, { params: { userId } });
  const shownIn = (timeZone: string) =>
    new Intl.DateTimeFormat("de", { timeZone, dateStyle: "medium", timeStyle: "medium" })
      .format(new Date(createdOn))
      .replace(",", "");
  await page.goto(product.at(`/users/${userId}`));
  await expect(page.getByText(`Created ${shownIn("Pacific/Kiritimati")} by`)).toBeVisible();

  const workspace = await openPreferences(page);
  await edit(page);
  await page.getByRole("combobox", { name: "Time zone" }).fill("");
  await save(page);
  await expect(readField(page, "Time zone")).toHaveText(/^As in this browser/);
  await workspace.tab("Ada").click();
  await expect(page.getByText(`Created ${shownIn("Europe/Berlin")} by`)).toBeVisible();
});

test("[PR-01] what is no time zone is refused, and nothing is lost", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/my-account?tab=preferences"));
  await edit(page);
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await zone.fill("Atlantis");
  await choose(page, "Long date format", "LL");
  await save(page);
  await expect(zone).toHaveValue("Atlantis");
  await expect(zone).toHaveAttribute("aria-invalid", "true");
  await expect(zone).toHaveAccessibleDescription(/choose/i);
  await expect(page.getByRole("combobox", { name: "Long date format" })).toHaveValue("LL");
});

test("[PR-01] the examples follow what is chosen before it is saved", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/my-account?tab=preferences"));
  await edit(page);
  const long = page.getByRole("combobox", { name: "Long date format" });
  await expect(long.getByRole("option")).toHaveText([
    "Thursday, December 31. 2026",
    "December 31, 2026",
    "31.12.2026 (DD.MM.YYYY)",
    "31/12/2026 (DD/MM/YYYY)",
    "12.31.2026 (MM.DD.YYYY)",
    "12/31/2026 (MM/DD/YYYY)",
  ]);
  await choose(page, "Language", "de");
  await expect(long.getByRole("option", { name: "31. Dezember 2026" })).toHaveCount(1);
  const preview = page.locator("dl").filter({ hasText: "Now, long" });
  await expect(preview).toContainText("1.234.567,89");
  await choose(page, "Short date format", "DD-MM-YYYY");
  await expect(preview).toContainText(/\d\d-\d\d-\d{4} \d\d:\d\d/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Preferences" })).toBeVisible();
  await expect(preview).toContainText("1,234,567.89");
});

test("[PR-02] [PR-01] the language of the preferences changes without a reload", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/my-account?tab=preferences"));
  const loaded = await page.evaluate(() => performance.timeOrigin);
  await edit(page);
  await choose(page, "Language", "pl");
  await choose(page, "Long date format", "LL");
  await save(page);
  await expect(page.getByRole("heading", { level: 1, name: "Moje konto" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
  await expect(readField(page, "Długi format daty")).toHaveText("31 grudnia 2026");
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
  await page.reload();
  await expect(readField(page, "Język")).toHaveText("Polski");
});

test("[PR-01] whether sub-tabs are expanded is a preference", async ({
  signedInPage: page,
  product,
  user,
}) => {
  await page.goto(product.at(`/users/${user.userId}`));
  const collapse = page.getByRole("button", { name: "Collapse navigation" });
  await collapse.click();
  const expand = page.getByRole("button", { name: "Expand navigation" });
  await expect(expand).toBeVisible();
  await page.reload();
  await expect(expand).toBeVisible();
  await page.goto(product.at("/my-account?tab=preferences"));
  await expect(readField(page, "Navigation expanded")).toHaveText("No");
  await edit(page);
  await page.getByRole("checkbox", { name: "Navigation expanded" }).check();
  await save(page);
  await expect(page.getByRole("button", { name: "Collapse navigation" })).toBeVisible();
});

test("[PR-01] a page that was read before a preference was saved, and arrives after it, shows what was chosen", async ({
  signedInPage: page,
  product,
  user,
}) => {
  await page.goto(product.at(`/users/${user.userId}`));
  await expect(page.getByRole("button", { name: "Collapse navigation" })).toBeVisible();
  let toldRead = () => {};
  const pageIsRead = new Promise<void>((resolve) => {
    toldRead = resolve;
  });
  await page.route("**/api/user/settings", async (route) => {
    await pageIsRead;
    await route.continue();
  });
  const saved = page.waitForResponse("**/api/user/settings");
  await page.route(/\/users\/[^/]+$/, async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    toldRead();
    await (await saved).finished();
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Collapse navigation" }).click();
  await expect(page.getByRole("button", { name: "Expand navigation" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Expand navigation" })).toBeVisible();
});

test("[PR-03] the theme is chosen among the preferences too, for this browser", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/my-account?tab=preferences"));
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
});

test("[PR-01] a server's objection to a preference stands on its field", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/my-account?tab=preferences"));
  await page.route("**/api/user/settings", (route) =>
    route.fulfill({
      status: 400,
      json: { errors: [{ propertyName: "shortDateFormat", errorMessage: "Not this one." }] },
    }),
  );
  await edit(page);
  await choose(page, "Short date format", "MM-DD-YYYY");
  await save(page);
  const field = page.getByRole("combobox", { name: "Short date format" });
  await expect(field).toHaveAccessibleDescription("Not this one.");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("MM-DD-YYYY");
});

test("[PR-01] the longest times are not cut off in lists on a usual laptop", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const mine = await ApiClient.signIn(product.apiUrl, user.userName, user.password);
  await mine.call(contract.user.saveSettings, {
    body: { shortDateFormat: "MM/DD/YYYY", shortTimeFormat: "hh:mm a" },
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  const time = page.getByRole("gridcell").filter({ hasText: /^\d\d\/\d\d\/\d{4} .*m$/ });
  const cut = () =>
    time.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  await page.goto(product.at(`/users?phrase=${user.userName}`));
  await expect(time).not.toHaveCount(0);
  expect(await cut()).toBe(0);
  await page.goto(product.at(`/users/${user.userId}`));
  await page.getByRole("button", { name: "History" }).click();
  await expect(time).not.toHaveCount(0);
  expect(await cut()).toBe(0);
});
