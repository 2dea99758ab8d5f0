import type { Browser, Page } from "@playwright/test";
import { contract } from "@/lib/contract";
import { administratorRoleId } from "../support/api-client";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { Bell } from "./pages/bell";
import { edit, ResourceTable, readField, save } from "./pages/resource";

const year = 365 * 24 * 60 * 60 * 1000;

test("[PR-01] a browser with a time zone that it does not support shows and saves correctly", async ({
  signedInPage: page,
  product,
  user,
}) => {
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
    };
  });
  await page.goto(product.at("/my-account?tab=preferences"));
  await edit(page);
  await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveAttribute("placeholder", /UTC/);
  await page.getByRole("combobox", { name: "Short time format" }).selectOption("hh:mm a");
  await save(page);
  await expect(readField(page, "Short time format")).toHaveText("03:04 pm");
  await page.goto(product.at("/users"));
  const { rows } = new ResourceTable(page, "Users");
  await expect(rows.filter({ has: page.getByRole("link") }).first()).toContainText(/\d\d:\d\d [ap]m/);
  await page.goto(product.at(`/users/${user.userId}`));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "History" }).click();
  await expect(page.getByText(/\d\d:\d\d [ap]m/).first()).toBeVisible();
});

test("[FM-06] [HO-03] with a wrong clock, days are those of the server", async ({
  signedInPage: page,
  product,
  api,
  user,
}) => {
  await page.clock.install({ time: Date.now() - year });
  const roleId = await api.createRole({ roleName: uniqueName("Role") });
  await api.call(contract.users.addRoles, { params: { userId: user.userId }, body: { roleIds: [roleId] } });
  await page.goto(product.at(`/users/${user.userId}`));
  await page.getByRole("button", { name: "Generate API key" }).click();
  const dialog = page.getByRole("dialog", { name: /^API keys of/ });
  await dialog.getByRole("textbox", { name: "Name" }).fill(uniqueName("Nightly"));
  await dialog.getByRole("combobox", { name: "Valid for" }).selectOption("90");
  const sent = page.waitForRequest(/create-api-key/);
  await dialog.getByRole("button", { name: "Generate API key" }).click();
  const validUntil = new URL((await sent).url()).searchParams.get("validUntil") ?? "";
  expect(Math.round((Date.parse(validUntil) - Date.now()) / (year / 365))).toBe(90);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.keyboard.press("Escape");
  await new Bell(page).button.click();
  await expect(page.getByText("Today", { exact: true })).toBeVisible();
});

/** Imitates translation programs, including those that ignore `translate="no"`. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found.filter(({ data }) => data.trim() !== "")) {
      const font = document.createElement("font");
      font.append(Object.assign(document.createElement("font"), { textContent: `*${text.data}` }));
      text.replaceWith(font);
    }
  });

test("[FM-01] pages opt out of machine translation, and a translated one can still be saved", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleName = uniqueName("Role");
  const roleId = await api.createRole({ roleName });
  await page.goto(product.at(`/roles/${roleId}`));
  await expect(page.locator("html")).toHaveAttribute("translate", "no");
  await expect(page.getByRole("heading", { name: roleName })).toBeVisible();
  await edit(page);
  // Translates hydrated content: until then React takes it for a mismatch.
  await expect(page.locator("input[name=roleName]")).toBeVisible();
  await translate(page);
  await page.locator("input[name=roleName]").fill(`${roleName} 2`);
  await translate(page);
  const saved = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.locator("input[name=roleName]").press("Enter");
  expect((await saved).status()).toBe(200);
  await expect(page.locator("input[name=roleName]")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: `${roleName} 2` })).toBeVisible();
});

test("[SH-12] a closed window ends the presence at its record, whichever of several windows it was", async ({
  signedInPage: page,
  product,
  api,
  user,
  browser,
}) => {
  const roleId = await api.createRole({ roleName: uniqueName("Role") });
  const watcher = await signedInAs(browser);
  await watcher.goto(product.at(`/roles/${roleId}`));
  const there = watcher.getByRole("status").filter({ hasText: user.lastName });
  await page.goto(product.at("/"));
  // The first window holds the connection of all.
  const second = await page.context().newPage();
  await second.goto(product.at(`/roles/${roleId}`));
  await expect(there).toBeVisible({ timeout: 20_000 });
  await second.close({ runBeforeUnload: true });
  await expect(there).toBeHidden({ timeout: 20_000 });

  await page.goto(product.at(`/roles/${roleId}`));
  await expect(there).toBeVisible();
  await page.close({ runBeforeUnload: true });
  await expect(there).toBeHidden({ timeout: 20_000 });
  await watcher.context().close();

  async function signedInAs(others: Browser): Promise<Page> {
    const context = await others.newContext();
    const opened = await context.newPage();
    await signIn(opened, product, await api.createUser({ roleIds: [administratorRoleId] }));
    return opened;
  }
});
