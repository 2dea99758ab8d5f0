import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFirefox } from "../../scripts/lib/firefox.mjs";
import { ApiClient, administratorRoleId } from "../support/api-client";
import { type RunningProduct, startProduct } from "../support/product";

// Playwright supports only its own builds of Firefox; this tests the released browser.
let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct(),
    puppeteer.launch({ browser: "firefox", executablePath: findFirefox() }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Waits for an element by role and name. */
const found = (page: Page, role: string, name: string) =>
  page.locator(`::-p-aria([role="${role}"][name="${name}"])`).setTimeout(20_000);

/** Returns the visible texts of a selector. */
const shown = (page: Page, selector: string) =>
  page.$$eval(selector, (elements) =>
    elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map(({ textContent }) => textContent),
  );

test("[SH-01] in Firefox a user signs in, finds and edits a user, switches tabs and signs out", async () => {
  const api = await ApiClient.signIn(product.apiOrigin, product.adminUser, product.adminPassword);
  const me = await api.createUser({ roleIds: [administratorRoleId] });
  const { userName, userId } = await api.createUser();
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  const press = (role: string, name: string) => found(page, role, name).click();
  const rows = () => shown(page, "main tbody tr[data-index]");
  const tabs = () => shown(page, "[role=tablist][aria-label='Open tabs'] [role=tab]");

  await page.goto(`${product.origin}/users`);
  await found(page, "textbox", "Username").fill(me.userName);
  await page.locator("input[type=password]").fill(me.password);
  await press("button", "Sign in");
  // The first administrator, the signed-in user, and the searched user.
  await expect.poll(rows).toHaveLength(3);

  await press("button", "Add filter");
  await found(page, "combobox", "Column").fill("userName");
  await found(page, "combobox", "Condition").fill("contains");
  await found(page, "textbox", "Value").fill(userName);
  await press("button", "Apply");
  await expect.poll(rows).toEqual([expect.stringContaining(userName)]);

  await press("link", userName);
  await press("button", "Edit");
  await found(page, "textbox", "First name").fill("Grace");
  await press("button", "Save");
  await expect.poll(() => shown(page, "main dd")).toContain("Grace");
  expect(new URL(page.url()).pathname).toBe(`/users/${userId}`);

  await press("button", "Settings");
  await press("menuitem", "Roles");
  await expect.poll(rows).toEqual([expect.stringContaining("Administrator")]);
  expect(await tabs()).toEqual(["Dashboard", "Users", expect.stringContaining("Grace"), "Roles"]);
  await press("tab", "Users");
  await expect.poll(rows).toEqual([expect.stringContaining("Grace")]);
  await press("button", "Close Users");
  await expect.poll(tabs).toEqual(["Dashboard", expect.stringContaining("Grace"), "Roles"]);

  await press("button", "User menu");
  await press("menuitem", "Sign out");
  await found(page, "textbox", "Username").wait();
  await page.goto(`${product.origin}/users`);
  await found(page, "textbox", "Username").wait();
  expect(errors).toEqual([]);
});
