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

test("[PR-01] [SH-04] preferences apply to every open tab at once, and the longest times fit", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
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

  await test.step("the longest times are not truncated", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const time = page.getByRole("gridcell").filter({ hasText: /^\d\d\/\d\d\/\d{4} .*m$/ });
    const cut = () =>
      time.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    await expect(time).not.toHaveCount(0);
    expect(await cut()).toBe(0);
    await table.row(userName).getByRole("link").click();
    await page.getByRole("button", { name: "History" }).click();
    await expect(time.filter({ visible: true })).not.toHaveCount(0);
    expect(await cut()).toBe(0);
  });
});

test("[PR-01] all preferences are sent together, with the offset of the time zone", async ({
  signedInPage: page,
  product,
  user,
  api,
}) => {
  await page.goto(product.at("/my-account?tab=preferences"));
  const { userId, userName } = await api.createUser();
  const { createdOn } = await api.call(contract.users.detail, { params: { userId } });
  const shownIn = (timeZone: string) => {
    const shown = (language: string, style: object) =>
      new Intl.DateTimeFormat(language, { timeZone, ...style }).format(new Date(createdOn));
    return `Created ${shown("en-US", { dateStyle: "long" })}, ${shown("de", { timeStyle: "short" })} by`;
  };
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

  // Days begin in the user's time zone; the call for the current user sends the browser's.
  const asked = page.waitForRequest(/\/api\/users\?/);
  await page.evaluate(() => history.replaceState(null, "", location.href));
  const workspace = new WorkspacePage(page);
  await workspace.choose("Settings", "Users");
  expect((await asked).headers().timezone).toBe("America/New_York");

  await test.step("times follow the preferred time zone, and return to the browser's", async () => {
    const table = new ResourceTable(page, "Users");
    await table.search.fill(userName);
    await table.row(userName).getByRole("link").click();
    await expect(page.getByText(shownIn("America/New_York"))).toBeVisible();
    await workspace.tab("My account").click();
    await edit(page);
    await zone.fill("");
    await save(page);
    await expect(readField(page, "Time zone")).toHaveText(/^As in this browser/);
    await workspace.tab("Ada").click();
    await expect(page.getByText(shownIn("Europe/Berlin"))).toBeVisible();
  });
});

test("[PR-01] examples follow unsaved choices; invalid zones and server errors are shown at fields", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/my-account?tab=preferences"));
  await test.step("examples", async () => {
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

  await test.step("an invalid time zone is rejected without losing input", async () => {
    await edit(page);
    const zone = page.getByRole("combobox", { name: "Time zone" });
    await zone.fill("Atlantis");
    await choose(page, "Long date format", "LL");
    await save(page);
    await expect(zone).toHaveValue("Atlantis");
    await expect(zone).toHaveAttribute("aria-invalid", "true");
    await expect(zone).toHaveAccessibleDescription(/choose/i);
    await expect(page.getByRole("combobox", { name: "Long date format" })).toHaveValue("LL");
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("a server error is shown at its field", async () => {
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
});

test("[PR-02] [PR-01] [PR-03] theme and language are preferences, the theme of this browser only", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/my-account?tab=preferences"));
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
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
  await expect(page.getByRole("radio", { name: "Ciemny" })).toBeChecked();
});

test("[TB-09] [PR-01] the sub-tab navigation collapses to icons, which is a user preference", async ({
  signedInPage: page,
  product,
  user,
}) => {
  await page.goto(product.at(`/users/${user.userId}`));
  const sections = page.getByRole("tablist", { name: "Sections" }).filter({ visible: true });
  const roles = sections.getByRole("tab", { name: "Roles" });
  const wide = (await roles.boundingBox())?.width ?? 0;
  const saved = page.waitForResponse(
    (response) => response.url().includes("/api/user/settings") && response.request().method() === "PUT",
  );
  const collapse = page.getByRole("button", { name: "Collapse navigation" }).filter({ visible: true });
  const expand = page.getByRole("button", { name: "Expand navigation" }).filter({ visible: true });
  await collapse.click();
  await expect.poll(async () => (await roles.boundingBox())?.width).toBeLessThan(wide / 2);
  const response = await saved;
  expect(response.ok()).toBe(true);
  expect(String(response.request().postDataJSON().subTabsExpanded)).toBe("false");

  // Kept after a reload, with an accessible name, everywhere.
  await page.reload();
  await expect(expand).toHaveAttribute("aria-expanded", "false");
  await roles.click();
  await expect(page).toHaveURL(/\?tab=roles$/);
  await expect(roles).toHaveAttribute("aria-selected", "true");
  const workspace = await openPreferences(page);
  await expect(expand).toHaveAttribute("aria-expanded", "false");
  await expect(readField(page, "Navigation expanded")).toHaveText("No");
  await edit(page);
  await page.getByRole("checkbox", { name: "Navigation expanded" }).check();
  await save(page);
  await expect(collapse).toBeVisible();
  await collapse.click();
  await workspace.tab(/^Ada/).click();
  await expand.click();
  await expect.poll(async () => (await roles.boundingBox())?.width).toBe(wide);
});

test("[PR-01] a page rendered before a preference was saved, but received later, shows the new value", async ({
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
