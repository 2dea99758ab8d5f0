import { contract } from "@/lib/contract";
import { expect, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

test("[TB-01] [TB-04] a path is open once, ignoring case, and its tab names the document", {
  tag: "@main",
}, async ({ signedInPage: page, product }) => {
  const workspace = new WorkspacePage(page);
  const response = await page.goto(product.at("/Users?page=1"));
  expect(await response?.text()).toContain(`<title>${product.appTitle}: Users</title>`);
  await workspace.expectTabs("Dashboard", "Users");
  await expect(page).toHaveTitle(`${product.appTitle}: Users`);
  await workspace.choose("Settings", "Roles");
  await workspace.expectTabs("Dashboard", "Users", "Roles");
  await workspace.choose("Settings", "Users");
  await workspace.expectTabs("Dashboard", "Users", "Roles");
  await expect(workspace.activeTab).toHaveText("Users");
  await expect(page).toHaveURL(product.at("/users?page=1"));
  await workspace.tab("Dashboard").click();
  await expect(page).toHaveTitle(`${product.appTitle}: Dashboard`);
});

test("[TB-02] links open in their own tab, or in the background with ctrl or the middle button", {
  tag: "@main",
}, async ({ signedInPage: page, product, user }) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users?phrase=${user.userName}`));
  const link = workspace.panel.getByRole("link", { name: user.userName });
  await expect(link).toHaveAttribute("href", `${product.prefix}/users/${user.userId}`);

  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await link.click({ modifiers: ["ControlOrMeta"] });
  await expect(workspace.tabs).toHaveCount(3);
  await expect(workspace.activeTab).toHaveText("Users");
  await expect(workspace.tabs.nth(2)).toHaveText(`Ada ${user.lastName}`);
  expect(calls.filter((path) => path.includes(user.userId))).toEqual([]);

  await workspace.tabs.nth(2).click();
  await expect(workspace.activeTab).toHaveText(`Ada ${user.lastName}`);
  await workspace.tab("Users").click();
  await workspace.closeButton(`Ada ${user.lastName}`).click();
  await link.click({ button: "middle" });
  await expect(workspace.tabs).toHaveCount(3);
  await expect(workspace.activeTab).toHaveText("Users");
  await link.click();
  await expect(workspace.tabs).toHaveCount(3);
  await expect(page).toHaveURL(product.at(`/users/${user.userId}`));

  await page.getByRole("button", { name: "Settings" }).press("Enter");
  const item = page.getByRole("menuitem", { name: "Roles" });
  await page.keyboard.press("r");
  await expect(item).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await workspace.expectTabs("Dashboard", "Users", `Ada ${user.lastName}`, "Roles");
  await expect(workspace.activeTab).toHaveText(`Ada ${user.lastName}`);
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("[TB-02] back and forward restore tab and query", { tag: "@main" }, async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users"));
  await workspace.choose("Settings", "Roles");
  await expect(workspace.activeTab).toHaveText("Roles");
  await workspace.tab("Dashboard").click();
  await page.goBack();
  await expect(workspace.activeTab).toHaveText("Roles");
  await page.goBack();
  await expect(workspace.activeTab).toHaveText("Users");
  await page.goForward();
  await expect(workspace.activeTab).toHaveText("Roles");
  await workspace.expectTabs("Dashboard", "Users", "Roles");
});

test("[TB-03] the strip works by keyboard and mouse; closing activates the next tab, home stays", {
  tag: "@main",
}, async ({ signedInPage: page, product }) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users"));
  await workspace.choose("Settings", "Roles");
  await test.step("arrows and Alt Page Down", async () => {
    await workspace.tab("Roles").focus();
    await page.keyboard.press("ArrowRight");
    await expect(workspace.activeTab).toHaveText("Dashboard");
    await expect(workspace.activeTab).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(workspace.activeTab).toHaveText("Roles");
    await expect(page.getByRole("status").filter({ hasText: "Roles is active" })).toHaveCount(1);
    await page.keyboard.press("Alt+PageDown");
    await expect(workspace.activeTab).toHaveText("Dashboard");
    await page.keyboard.press("Alt+PageUp");
    await expect(workspace.activeTab).toHaveText("Roles");
  });

  await workspace.choose("Main menu", "Search");
  await workspace.tab("Users").click();
  await workspace.closeButton("Users").click();
  await workspace.expectTabs("Dashboard", "Roles", "Search");
  await expect(workspace.activeTab).toHaveText("Search");

  await workspace.tab("Search").click({ button: "middle" });
  await workspace.expectTabs("Dashboard", "Roles");
  await expect(workspace.activeTab).toHaveText("Roles");
  await expect(page).toHaveURL(product.at("/roles"));

  await workspace.tab("Dashboard").click({ button: "middle" });
  await expect(page.getByRole("button", { name: "Close Dashboard" })).toHaveCount(0);
  await workspace.tab("Dashboard").focus();
  await page.keyboard.press("End");
  await expect(workspace.activeTab).toHaveText("Roles");
  await page.keyboard.press("Delete");
  await workspace.expectTabs("Dashboard");
  await expect(page).toHaveURL(product.at("/"));
});

test("[TB-05] [TL-01] switching keeps page, sub-tab, input, scroll and focus, without calls", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, user }) => {
  await Promise.all(Array.from({ length: 12 }, () => api.createRole()));
  const workspace = new WorkspacePage(page);
  await page.setViewportSize({ width: 1000, height: 420 });
  await page.goto(product.at(`/users/${user.userId}`));
  const field = await workspace.editFirstName("Grace");
  const scroller = workspace.panel.locator("[role=tabpanel]:visible");
  await scroller.evaluate((element) => element.scrollTo(0, 60));
  const scrolled = await scroller.evaluate((element) => element.scrollTop);
  await field.focus();

  await workspace.choose("Settings", "Roles");
  const secondPage = page.waitForResponse(/\/api\/roles\?page=2/);
  await workspace.panel.getByRole("button", { name: /^(Page 2|2|Go to page 2)$/ }).click();
  await expect(page).toHaveURL(/\/roles\?page=2/);
  await secondPage;

  // The workspace's live updates start when idle and are not part of the view.
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/(?!hubs\/|notifications)/.test(request.url())) calls.push(request.url());
  });
  await workspace.tab(/Ada/).click();
  await expect(field).toHaveValue("Grace");
  await expect(field).toBeFocused();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(scrolled);
  await workspace.tab("Roles").click();
  await expect(page).toHaveURL(/\/roles\?page=2/);
  await expect(workspace.panel.getByRole("row")).not.toHaveCount(0);
  expect(calls).toEqual([]);

  await test.step("text typed before the tab was hidden is searched when it is shown", async () => {
    await workspace.choose("Settings", "Users");
    const box = workspace.panel.getByRole("searchbox");
    await expect(workspace.panel.getByRole("row")).not.toHaveCount(0);
    await box.fill(user.userName);
    await page.keyboard.press("Alt+PageUp");
    await expect(workspace.activeTab).toHaveText("Roles");
    await workspace.tab("Users").click();
    await expect(box).toHaveValue(user.userName);
    await expect(page).toHaveURL(new RegExp(`phrase=${user.userName}`));
    await expect(workspace.panel.getByRole("link", { name: user.userName })).toBeVisible();
  });
});

test("[TB-06] closing an edited tab asks: cancel keeps, no discards, yes saves, failures stay open", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const other = await api.createUser();
  const params = { userId: other.userId };
  const title = `Ada ${other.lastName}`;
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users?phrase=${other.userName}`));
  const link = workspace.panel.getByRole("link", { name: other.userName });
  await link.click();
  const field = await workspace.editFirstName("");
  await expect(workspace.activeTab).toHaveAccessibleName(/unsaved changes/);
  await workspace.closeButton(title).click();
  await workspace.dialog.getByRole("button", { name: "Yes, save" }).click();
  await expect(workspace.dialog).toHaveCount(0);
  await expect(workspace.tabs).toHaveCount(3);
  await expect(field).toHaveValue("");
  await expect(field).toHaveAttribute("aria-invalid", "true");

  await field.fill("Grace");
  await workspace.closeButton(title).click();
  await workspace.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(field).toHaveValue("Grace");

  await workspace.activeTab.focus();
  await page.keyboard.press("Delete");
  await workspace.dialog.getByRole("button", { name: "No, discard" }).click();
  await workspace.expectTabs("Dashboard", "Users");
  expect((await api.call(contract.users.detail, { params })).firstName).toBe("Ada");

  await link.click();
  await workspace.editFirstName("Grace");
  await workspace.activeTab.click({ button: "middle" });
  await workspace.dialog.getByRole("button", { name: "Yes, save" }).click();
  await workspace.expectTabs("Dashboard", "Users");
  expect((await api.call(contract.users.detail, { params })).firstName).toBe("Grace");
});

test("[TB-06] leaving the page and signing out also ask while there are unsaved changes", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${user.userId}`));
  await workspace.editFirstName("Grace");

  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => {
    setTimeout(() => location.reload());
  });
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();

  await workspace.choose("User menu", "Sign out");
  await expect(workspace.dialog).toContainText("One tab has unsaved changes");
  await workspace.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(workspace.tabs).toHaveCount(2);
  await workspace.choose("User menu", "Sign out");
  await workspace.dialog.getByRole("button", { name: "Discard and sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
});

test("[TB-07] an error in one tab does not affect others, shows details, and can be retried", {
  tag: "@main",
}, async ({ signedInPage: page, product, consoleErrors }) => {
  consoleErrors.allow(/./);
  const workspace = new WorkspacePage(page);
  // A server that violates the contract: the list is null.
  await page.route(/\/api\/roles(\?|$)/, (route) => route.fulfill({ json: { list: null, totalCount: 1 } }));
  await page.goto(product.at("/users"));
  await workspace.choose("Settings", "Roles");
  const alert = workspace.panel.getByRole("alert");
  await expect(alert).toContainText("Something went wrong in this tab");
  await alert.getByRole("button", { name: "Show details" }).click();
  await expect(alert.locator("pre")).toBeVisible();
  await alert.getByRole("button", { name: "Hide details" }).click();
  await expect(alert.locator("pre")).toBeHidden();

  await workspace.tab("Users").click();
  await expect(workspace.panel.getByRole("grid")).toBeVisible();

  await page.unrouteAll();
  await workspace.tab("Roles").click();
  await alert.getByRole("button", { name: "try again" }).click();
  await expect(workspace.panel.getByRole("grid")).toBeVisible();
});
