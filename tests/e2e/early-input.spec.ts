import type { Page } from "@playwright/test";
import { expect, test, uniqueName } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

/** Blocks the page's scripts. @returns a function that releases them */
async function blockScripts(page: Page): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/_next/**/*.js", async (route) => {
    await arrived;
    await route.continue();
  });
  return () => arrive();
}

test("[TL-01] text typed before hydration is searched for", async ({ signedInPage: page, product }) => {
  const arrive = await blockScripts(page);
  await page.goto(product.at("/users"), { waitUntil: "commit" });
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.fill("nobody is called this");
  arrive();

  await expect(page).toHaveURL(/phrase=nobody/);
  await expect(page.getByRole("region", { name: "Users" }).getByRole("status")).toHaveText("No results");
  await expect(search).toHaveValue("nobody is called this");
});

test("[TL-01] [TB-10] rows ticked before hydration are selected, and a pressed tab is not dragged", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  const arrive = await blockScripts(page);
  await page.goto(product.at("/users"), { waitUntil: "commit" });
  const boxes = page.getByRole("grid", { name: "Users" }).locator("tbody").getByRole("checkbox");
  for (const index of [0, 1]) await boxes.nth(index).check();
  await workspace.tab("Users").click();
  arrive();
  await page.waitForFunction(() => window.hubEarly === undefined);
  await expect(page.getByText("2 selected")).toBeVisible();
  for (const index of [0, 1]) await expect(boxes.nth(index)).toBeChecked();
  await page.waitForLoadState("networkidle");

  await workspace.panel.locator("tbody").getByRole("link").first().click();
  await expect(workspace.tabs).toHaveCount(3);
  await expect(page.locator("[data-dragging]")).toHaveCount(0);
});

test("[TB-10] a tab menu requested before hydration opens, and stays open", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  const arrive = await blockScripts(page);
  await page.goto(product.at("/users"), { waitUntil: "commit" });
  await workspace.tab("Users").click({ button: "right" });
  arrive();
  await page.waitForFunction(() => window.hubEarly === undefined);

  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await workspace.expectTabs("Dashboard", "Users", "Users");
});

test("[SH-10] [SH-11] a palette requested before hydration opens, and a search is focused at once", async ({
  signedInPage: page,
  product,
}) => {
  const arrive = await blockScripts(page);
  await page.goto(product.at("/users"), { waitUntil: "commit" });
  const { search } = new ResourceTable(page, "Users");
  await expect(search).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("a/?");
  await expect(search).toHaveValue("a/?");
  await page.keyboard.press("Control+k");
  arrive();

  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await expect(search).toHaveValue("a/?");
});

test("[HO-02] a list choice made before hydration counts", async ({ signedInPage: page, product }) => {
  const arrive = await blockScripts(page);
  await page.goto(product.at("/search?collection=users"), { waitUntil: "commit" });
  const collection = page.getByRole("combobox", { name: "Collection" });
  await collection.selectOption("Roles");
  arrive();

  await expect(page).toHaveURL(/collection=roles/);
  await expect(page.getByRole("grid", { name: "Roles" })).toBeVisible();
  await expect(collection).toHaveValue("roles");
});

test("[HO-02] a search submitted before hydration finds the same", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const name = uniqueName("early");
  await api.createRole({ roleName: name });
  await page.clock.install();
  const arrive = await blockScripts(page);
  await page.goto(product.at("/search?collection=roles"), { waitUntil: "commit" });
  const search = page.getByRole("search").first();
  await search.getByRole("searchbox", { name: "Search phrase" }).fill(name);
  await search.getByRole("button", { name: "Search" }).click();
  const sent = page.waitForRequest((request) => request.isNavigationRequest());
  await page.clock.fastForward(10_000);
  await sent;
  arrive();

  await expect(new ResourceTable(page, "Roles").rows).toHaveCount(1);
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get("collection") === "roles" && searchParams.get("phrase") === name,
  );
});

test("[TB-02] going back before hydration works", async ({ signedInPage: page, product }) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users"));
  await workspace.panel.locator("tbody").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/users\/.+/);
  await expect(workspace.tabs).toHaveCount(3);
  await expect(workspace.panel.getByRole("heading", { level: 1 })).toBeVisible();

  const arrive = await blockScripts(page);
  await page.reload({ waitUntil: "commit" });
  await expect(workspace.tab("Users")).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(product.at("/users"));
  arrive();

  await page.waitForFunction(() => window.hubEarly === undefined);
  await expect(workspace.activeTab).toHaveText("Users");
  await expect(page).toHaveURL(product.at("/users"));
  await page.goForward();
  await expect(page).toHaveURL(/\/users\/.+/);
  await expect(workspace.activeTab).not.toHaveText("Users");
});

test("[HO-02] a result of the full search opens when clicked before hydration", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId, lastName } = await api.createUser();
  await page.goto(product.at(`/search?everywhere=true&phrase=${encodeURIComponent(lastName)}`));
  const found = page.getByRole("region", { name: "Users" }).getByRole("link");
  await expect(found).toBeVisible();
  const arrive = await blockScripts(page);
  await page.reload({ waitUntil: "commit" });
  await found.click();
  arrive();
  await expect(page).toHaveURL(product.at(`/users/${userId}`));
});
