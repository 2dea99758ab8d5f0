import { contract } from "@/lib/contract";
import { ApiClient } from "../support/api-client";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { edit, readField, save } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

test("[HI-02] the history compares changes by field, fits a phone, and shows deletion and archival", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, user: me }) => {
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await page.getByRole("textbox", { name: "First name" }).fill("Augusta");
  await save(page);
  await expect(readField(page, "First name")).toHaveText("Augusta");

  await page.getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: /^History of/ });
  const changes = dialog.getByRole("grid", { name: "Changes" });
  const newest = changes.getByRole("row").nth(1);
  await expect(changes.getByText(/^Today · /)).toBeVisible();
  await expect(newest).toContainText("User changed: First name");
  await expect(newest.locator("ins")).toContainText("Augusta");
  await expect(changes.getByRole("columnheader", { name: "Changed by" })).toBeVisible();
  await expect(newest).toContainText(me.lastName);
  // The newest change is selected initially.
  await expect(changes.getByRole("radio").first()).toBeChecked();
  const fields = dialog.getByRole("table");
  const firstName = fields.getByRole("row", { name: /First name/ });
  await expect(firstName).toContainText("Changed");
  await expect(firstName.getByRole("cell")).toHaveText(["Ada", "Augusta"]);
  const lastName = fields.getByRole("row", { name: /Last name/ });
  await expect(lastName).toBeHidden();
  await dialog.getByRole("button", { name: /^\d+ unchanged fields$/ }).click();
  await expect(lastName).not.toContainText("Changed");

  await changes.getByRole("row").filter({ hasText: "User created" }).click();
  await expect(dialog.getByRole("heading", { name: "User created" })).toBeVisible();
  await expect(firstName.getByRole("cell")).toHaveText(["Ada"]);
  await expect(fields).not.toContainText("Changed");

  await test.step("on a phone the selected change replaces the list, and the keyboard returns", async () => {
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 360, height: 740 });
    const more = page.getByRole("button", { name: "More actions" });
    await more.click();
    await page.getByRole("menuitem", { name: "History" }).click();
    const row = dialog.getByRole("radio", { name: /^Select User created/ });
    await row.focus();
    await page.keyboard.press("Space");
    const back = dialog.getByRole("button", { name: "Back to the changes" });
    await expect(back).toBeFocused();
    await expect(dialog.getByRole("heading", { name: "User created" })).toBeVisible();
    await expect(dialog.getByRole("grid", { name: "Changes" })).toBeHidden();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
    await page.keyboard.press("Enter");
    await expect(row).toBeFocused();
    await expect(row).toBeChecked();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(more).toBeFocused();
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  const doomed = await api.createUser();
  await new WorkspacePage(page).follow(product.at(`/users/${doomed.userId}`));
  await expect(readField(page, "Username")).toHaveText(doomed.userName);
  await api.call(contract.users.remove, { query: { userIds: [doomed.userId] } });
  await page.getByRole("button", { name: "History" }).click();
  await expect(dialog.getByText("The record has been deleted")).toBeVisible();
  await expect(dialog.getByText(/^Archived on \d/)).toBeVisible();
});

test("[HI-01] [HI-02] role and permission changes are recorded with author and values, paged", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleId = await api.createRole({ permissions: ["UserView"] });
  const { userName, firstName, lastName } = await api.createUser({ roleIds: [roleId] });
  await page.goto(product.at(`/roles/${roleId}`));
  await page.getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: /^History of/ });
  await dialog
    .getByRole("row")
    .filter({ hasText: `User added: ${firstName} ${lastName}` })
    .click();
  await expect(dialog.getByRole("row", { name: /Username/ })).toContainText(userName);
  await dialog.getByRole("row").filter({ hasText: "Permissions changed" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Users" })).toContainText("added");
  await page.keyboard.press("Escape");

  let changes = 0;
  await page.route(/\/history\?/, (route) => {
    const limit = Number(new URL(route.request().url()).searchParams.get("pageLimit") ?? 10);
    const row = (index: number) => ({
      id: `${index}`,
      type: "UserUpdated",
      changedOn: "2026-03-01T09:30:00.000Z",
      changedBy: "Ada",
      recordId: roleId,
      recordName: "Ada",
    });
    const list = Array.from({ length: Math.min(limit, changes) }, (_, index) => row(index));
    return route.fulfill({ json: { list, totalCount: changes } });
  });
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "History" }).click();
  await expect(dialog.getByText("No changes recorded")).toBeVisible();
  await page.keyboard.press("Escape");
  changes = 10_000;
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "History" }).click();
  await expect(dialog.getByText("1–10 of 10,000")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Page 1000" })).toBeVisible();
});

test("[HI-03] the state of the selected change is restored by key", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleName = uniqueName("Keyed");
  const roleId = await api.createRole({ roleName });
  await api.call(contract.roles.save, { params: { roleId }, body: { roleName: `${roleName} 2` } });
  await page.goto(product.at(`/roles/${roleId}`));
  await page.getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: /^History of/ });
  await dialog.getByRole("radio", { name: /^Select Role created/ }).focus();
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("button", { name: "Restore this state" })).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByText("The earlier state was restored as a new change.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1, name: roleName, exact: true })).toBeVisible();
});

test("[HI-01] setting a password is recorded without the password", async ({ api }) => {
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

test("[HI-02] [TL-04] deleted records are found from their list, and link to their history", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId, lastName } = await api.createUser({ firstName: "Ada" });
  await api.call(contract.users.remove, { query: { userIds: [userId] } });
  await page.goto(product.at(`/users?phrase=${encodeURIComponent(lastName)}`));
  await expect(page.getByText("No results", { exact: true }).last()).toBeVisible();
  const deleted = page.getByRole("button", { name: "Deleted", exact: true });
  await deleted.click();
  await expect(page).toHaveURL(/[?&]deleted=yes/);
  const rows = page.getByRole("grid", { name: "Deleted: Users" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText("admin", { ignoreCase: true });
  await page.reload();
  await expect(deleted).toHaveAttribute("aria-pressed", "true");
  await rows
    .nth(1)
    .getByRole("link", { name: `Ada ${lastName}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/users/${userId}`));
  await expect(page.getByRole("heading", { level: 1, name: `Ada ${lastName}` })).toBeVisible();
  await expect(new WorkspacePage(page).activeTab).toHaveText(`Ada ${lastName}`);
  await expect(
    page.getByRole("status").filter({ hasText: /^The record has been deleted.*Deleted/ }),
  ).toBeVisible();
  const changes = page.getByRole("grid", { name: "Changes" });
  await expect(changes.getByRole("row").nth(1)).toContainText("User deleted");
  await expect(changes.getByRole("radio").first()).toBeChecked();
  await page.getByRole("link", { name: "Go to list" }).click();
  await expect(page.getByRole("grid", { name: /Users$/ })).toBeVisible();
});

test("[HI-02] without the history permission neither history nor deleted records are shown", async ({
  page,
  product,
  api,
}) => {
  const workspace = new WorkspacePage(page);
  const gone = await api.createUser();
  await api.call(contract.users.remove, { query: { userIds: [gone.userId] } });
  const reader = await api.createUser({ permissions: ["UserView"] });
  await signIn(page, product, reader);
  await page.goto(product.at("/users?deleted=yes"));
  await expect(page.getByRole("grid", { name: "Users", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Deleted", exact: true })).toHaveCount(0);
  await workspace.follow(product.at(`/users/${gone.userId}`));
  await expect(page.getByText("Error! item not found")).toBeVisible();
  await workspace.follow(product.at(`/users/${reader.userId}`));
  await expect(readField(page, "Username")).toHaveText(reader.userName);
  await expect(page.getByRole("button", { name: "History" })).toHaveCount(0);
});

test("[HI-02] [PR-01] the history is in the user's language and formats", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const mine = await ApiClient.signIn(product.apiUrl, user.userName, user.password);
  await mine.call(contract.user.saveSettings, {
    body: { languageSymbol: "pl", longDateFormat: "LL", subTabsExpanded: true },
  });
  await mine.call(contract.user.saveSettings, { body: { languageSymbol: "de", subTabsExpanded: false } });
  await page.goto(product.at(`/users/${user.userId}`));
  await page.getByRole("button", { name: "Verlauf" }).click();
  const dialog = page.getByRole("dialog", { name: /^Verlauf von/ });
  await dialog.getByRole("row").filter({ hasText: "Einstellungen geändert" }).first().click();
  const detail = dialog.getByRole("region", { name: "Einstellungen geändert" });
  await expect(detail.getByText(/^\d{1,2}\. [A-Z][a-zä]+ \d{4}, \d\d:\d\d:\d\d · /)).toBeVisible();
  await expect(detail.getByRole("row", { name: /^Sprache/ }).getByRole("cell")).toHaveText([
    "Polski",
    "Deutsch",
  ]);
  await expect(detail.getByRole("row", { name: /^Navigation ausgeklappt/ }).getByRole("cell")).toHaveText([
    "Ja",
    "Nein",
  ]);
});
