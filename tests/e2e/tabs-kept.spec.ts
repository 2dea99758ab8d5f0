import type { Page } from "@playwright/test";
import { contract } from "@/lib/contract";
import { administratorRoleId } from "../support/api-client";
import { expect, signIn, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

/** Records the page's API calls. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.includes("/api/")) calls.push(pathname + search);
  });
  return calls;
}

/** Waits until the browser's storage contains the tabs of that many windows. */
async function expectKept(page: Page, windows: number): Promise<void> {
  const count = () => Object.keys(localStorage).filter((key) => key.startsWith("hub.tabs/")).length;
  await expect.poll(() => page.evaluate(count)).toBe(windows);
}

test("[TB-10] tabs survive a reload; hidden ones make no calls until shown; the address is active", {
  tag: "@main",
}, async ({ signedInPage: page, product, user }) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users?page=1&pageLimit=25"));
  await workspace.choose("Settings", "Roles");
  await workspace.choose("Main menu", "Search");
  await workspace.tab("Roles").click();
  await expect(page).toHaveURL(product.at("/roles"));

  const calls = recordCalls(page);
  await page.reload();
  await workspace.expectTabs("Dashboard", "Users", "Roles", "Search");
  await expect(workspace.activeTab).toHaveText("Roles");
  await expect(workspace.panel.getByRole("grid")).toBeVisible();
  expect(calls.filter((call) => /\/api\/(users|search)/.test(call))).toEqual([]);

  await workspace.tab("Users").click();
  await expect(page).toHaveURL(product.at("/users?page=1&pageLimit=25"));
  await expect(workspace.panel.getByRole("grid").getByRole("link").first()).toBeVisible();
  expect(calls.filter((call) => /\/api\/users\?/.test(call))).toHaveLength(1);

  await test.step("the requested address is the active tab", async () => {
    await page.goto(product.at(`/users/${user.userId}`));
    await workspace.expectTabs("Dashboard", "Users", "Roles", "Search", `Ada ${user.lastName}`);
    await expect(workspace.activeTab).toHaveText(`Ada ${user.lastName}`);
    await page.goto(product.at("/users?pageLimit=25"));
    await workspace.expectTabs("Dashboard", "Users", "Roles", "Search", `Ada ${user.lastName}`);
    await expect(workspace.activeTab).toHaveText("Users");
    await expect(page).toHaveURL(product.at("/users?pageLimit=25"));
    await page.goBack();
    await workspace.expectTabs("Dashboard", "Users", "Roles", "Search", `Ada ${user.lastName}`);
    await expect(workspace.activeTab).toHaveText(`Ada ${user.lastName}`);
  });
});

test("[TB-10] [AU-05] tabs survive a new sign-in, and other users do not see them", async ({
  signedInPage: page,
  product,
  user,
  api,
}) => {
  const workspace = new WorkspacePage(page);
  const other = await api.createUser({ roleIds: [administratorRoleId] });
  await page.goto(product.at("/users?page=1&phrase=Test"));
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain("/users");
  await page.goto(product.at(`/users/${user.userId}`));
  await workspace.expectTabs("Dashboard", "Users", `Ada ${user.lastName}`);
  await workspace.choose("Settings", "Roles");
  await workspace.choose("User menu", "Sign out");
  await expect(page).toHaveURL(/\/login/);
  // Neither titles, which may be names of people, nor search phrases.
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).toContain("/roles");
  expect(kept).not.toContain('\\"title\\"');
  expect(kept).not.toContain("Test");

  await signIn(page, product, other);
  await page.goto(product.at("/search"));
  await workspace.expectTabs("Dashboard", "Search");
  await page.reload();
  await workspace.expectTabs("Dashboard", "Search");

  await signIn(page, product, user);
  await page.goto(product.at("/"));
  await workspace.expectTabs("Dashboard", "Users", `Ada ${user.lastName}`, "Roles");
  await expect(workspace.activeTab).toHaveText("Dashboard");
  await workspace.tab("Users").click();
  await expect(page).toHaveURL(product.at("/users?page=1&phrase=Test"));
});

test("[TB-10] each browser window has its own tabs; a duplicated one starts with the same", async ({
  signedInPage: page,
  product,
  context,
}) => {
  const first = new WorkspacePage(page);
  await page.goto(product.at("/users"));
  await first.choose("Settings", "Roles");
  await expectKept(page, 1);

  const page2 = await context.newPage();
  const second = new WorkspacePage(page2);
  await page2.goto(product.at("/search"));
  await second.expectTabs("Dashboard", "Search");
  await expectKept(page2, 2);
  await page2.reload();
  await second.expectTabs("Dashboard", "Search");

  // Duplicating a window copies its session storage.
  const opened = context.waitForEvent("page");
  await page.evaluate(() => {
    window.open(location.href);
  });
  const page3 = await opened;
  const third = new WorkspacePage(page3);
  await third.expectTabs("Dashboard", "Users", "Roles");
  await third.closeButton("Users").click();
  await third.expectTabs("Dashboard", "Roles");
  await page3.reload();
  await third.expectTabs("Dashboard", "Roles");
  await page.reload();
  await first.expectTabs("Dashboard", "Users", "Roles");
});

test("[TB-10] a reopened browser restores the tabs of the last used window", async ({
  signedInPage: page,
  product,
  context,
}) => {
  await page.goto(product.at("/users"));
  await expectKept(page, 1);
  const page2 = await context.newPage();
  const second = new WorkspacePage(page2);
  await page2.goto(product.at("/roles"));
  await expectKept(page2, 2);
  await second.expectTabs("Dashboard", "Roles");
  await page.close();
  await second.choose("Main menu", "Search");
  await second.expectTabs("Dashboard", "Roles", "Search");
  await page2.close();

  const page3 = await context.newPage();
  const third = new WorkspacePage(page3);
  await page3.goto(product.at("/"));
  await third.expectTabs("Dashboard", "Roles", "Search");
});

test("[TB-10] invalid or foreign data in the storage is ignored", async ({ signedInPage: page, product }) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users"));
  await workspace.choose("Settings", "Roles");
  await workspace.expectTabs("Dashboard", "Users", "Roles");
  for (const broken of ["{", '{"version":99,"tabs":[]}']) {
    // A page of the same origin without a workspace, which would store its tabs on unload.
    await page.goto(new URL("/health", product.url).href);
    await page.evaluate((value) => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith("hub.tabs/")) localStorage.setItem(key, value);
    }, broken);
    await page.goto(product.at("/users"));
    await expect(workspace.panel.getByRole("grid")).toBeVisible();
    await workspace.expectTabs("Dashboard", "Users");
  }
});

test("[TB-05] hidden tabs make no calls, however long they wait", async ({ signedInPage: page, product }) => {
  await page.clock.install();
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users"));
  await expect(workspace.panel.getByRole("grid")).toBeVisible();
  await workspace.choose("Settings", "Roles");
  await expect(workspace.panel.getByRole("grid")).toBeVisible();
  await workspace.tab("Dashboard").click();
  await expect(workspace.activeTab).toHaveText("Dashboard");
  const calls = recordCalls(page);
  await page.clock.runFor(600_000);
  await page.evaluate(() => {
    window.dispatchEvent(new Event("online"));
    window.dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(calls.filter((call) => /\/api\/(users|roles|search)/.test(call))).toEqual([]);
  // After a long time the shown tab refetches, and only this one.
  await workspace.tab("Users").click();
  await expect(workspace.panel.getByRole("grid").getByRole("link").first()).toBeVisible();
  expect(calls.filter((call) => /\/api\/roles/.test(call))).toEqual([]);
});

test("[TB-10] without browser storage the workspace works until it is left", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId } = await api.createUser();
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException("denied", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
  });
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${userId}`));
  await workspace.editFirstName("Grace");
  await workspace.panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(workspace.panel.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  const { firstName } = await api.call(contract.users.detail, { params: { userId } });
  expect(firstName).toBe("Grace");
  await workspace.choose("Settings", "Roles");
  await expect(workspace.panel.getByRole("gridcell").first()).toBeVisible();
});
