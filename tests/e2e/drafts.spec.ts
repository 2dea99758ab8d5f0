import type { Page } from "@playwright/test";
import { contract } from "@/lib/contract";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { permissionBox } from "./pages/permissions";
import { edit, readField, save } from "./pages/resource";
import { expireSession, SignInAgain } from "./pages/sign-in-again";
import { WorkspacePage } from "./pages/workspace-page";

const banner = (page: Page) => page.getByRole("region", { name: /^Unsaved changes from/ });
const firstName = (page: Page) => page.getByRole("textbox", { name: "First name" });

/** Resolves once a stored draft contains the text. */
async function waitForStoredDraft(page: Page, text: string): Promise<void> {
  await expect.poll(() => storedTexts(page)).toContain(text);
}

async function storedTexts(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open("hub-drafts");
        // The first to open the database creates it, so the test must not open it before the product does.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve("");
        opening.onsuccess = () => {
          const database = opening.result;
          const all = database.transaction("drafts").objectStore("drafts").getAll();
          all.onsuccess = () => {
            database.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );
}

/** Leaves without a dialog, like a killed tab. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

test("[TB-06] a reload right after typing loses nothing: the next visit offers the draft", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await firstName(page).fill("Grace");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();

  await expect(banner(page)).toContainText(/Unsaved changes from \d\d:\d\d/);
  await expect(readField(page, "First name")).toHaveText("Ada");
  await banner(page).getByRole("button", { name: "Show differences" }).click();
  await expect(
    banner(page)
      .getByRole("row", { name: /First name/ })
      .getByRole("cell"),
  ).toContainText(["Grace", "Ada"]);
  await banner(page).getByRole("button", { name: "Restore" }).click();
  await expect(firstName(page)).toHaveValue("Grace");
  await expect(firstName(page)).toBeFocused();
  await expect(page.getByRole("tab", { name: /unsaved changes/ })).toBeVisible();
  await save(page);
  await expect(readField(page, "First name")).toHaveText("Grace");
  await page.reload();
  await expect(readField(page, "First name")).toHaveText("Grace");
  await expect(banner(page)).toHaveCount(0);
  expect(await storedTexts(page)).toBe("[]");
});

test("[TB-06] a window keeps its draft to itself until it crashes, and nothing is lost", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await firstName(page).pressSequentially(" Augusta");
  await waitForStoredDraft(page, "Ada Augusta");
  const other = await page.context().newPage();
  await other.goto(product.at(`/users/${userId}`));
  await expect(readField(other, "First name")).toHaveText("Ada");
  await expect(banner(other)).toHaveCount(0);
  await crash(page);
  await banner(other).getByRole("button", { name: "Restore" }).click();
  await expect(firstName(other)).toHaveValue("Ada Augusta");
});

test("[TB-06] cancelling and discarding delete the draft", { tag: "@main" }, async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId, userName } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await firstName(page).fill("Cancelled");
  await waitForStoredDraft(page, "Cancelled");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => storedTexts(page)).toBe("[]");

  await edit(page);
  await firstName(page).fill("Closed");
  await waitForStoredDraft(page, "Closed");
  await page.getByRole("button", { name: /^Close Ada/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => storedTexts(page)).toBe("[]");

  const workspace = new WorkspacePage(page);
  await workspace.choose("Settings", "Users");
  await workspace.panel.getByRole("searchbox").fill(userName);
  await workspace.panel.getByRole("link", { name: userName }).click();
  await edit(page);
  await firstName(page).fill("Left");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await banner(page).getByRole("button", { name: "Discard" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("First name");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect.poll(() => storedTexts(page)).toBe("[]");
});

test("[TB-06] [FM-09] drafts of changed records are compared, those of deleted ones can be copied", async ({
  signedInPage: page,
  product,
  api,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const user = await api.createUser({ firstName: "Ada", email: "ada@example.test" });
  const { userId, userName, lastName } = user;
  const deleted = await api.createUser({ firstName: "Ada" });
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${deleted.userId}`));
  await edit(page);
  await firstName(page).fill("A long story");
  await waitForStoredDraft(page, "A long story");
  await workspace.choose("Settings", "Users");
  await workspace.panel.getByRole("searchbox").fill(userName);
  await workspace.panel.getByRole("link", { name: userName }).click();
  await edit(page);
  await workspace.panel.getByRole("textbox", { name: "First name" }).fill("Mine");
  await waitForStoredDraft(page, "Mine");
  const { version } = await api.call(contract.users.detail, { params: { userId } });
  await api.call(contract.users.save, {
    params: { userId },
    body: { userName, lastName, firstName: "Theirs", email: "theirs@example.test", version },
  });
  await api.call(contract.users.remove, { query: { userIds: [deleted.userId] } });
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();

  await expect(banner(page)).toContainText("has saved this record since");
  await banner(page).getByRole("button", { name: "Restore" }).click();
  await expect(firstName(page)).toHaveValue("Mine");
  await save(page);
  const dialog = page.getByRole("dialog", { name: "Someone else has saved this record" });
  await expect(dialog.getByRole("row", { name: /First name/ }).getByRole("cell")).toContainText([
    "Ada",
    "Mine",
    "Theirs",
  ]);
  await dialog.getByRole("button", { name: "Overwrite with yours" }).click();
  await expect(readField(page, "First name")).toHaveText("Mine");
  expect(await api.call(contract.users.detail, { params: { userId } })).toMatchObject({
    firstName: "Mine",
    email: "theirs@example.test",
  });

  await workspace.tab(new RegExp(deleted.lastName)).click();
  await expect(page.getByText("The record has been deleted").first()).toBeVisible();
  const orphan = page.getByRole("region", { name: /Unsaved changes from/ });
  await expect(orphan).toContainText("First name");
  await expect(orphan).toContainText("A long story");
  await orphan.getByRole("button", { name: "Copy First name" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("A long story");
  await orphan.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(orphan).toHaveCount(0);
});

test("[TB-06] a draft with a removed field restores the others", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await firstName(page).fill("Grace");
  await waitForStoredDraft(page, "Grace");
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("hub-drafts");
        opening.onsuccess = () => {
          const store = opening.result.transaction("drafts", "readwrite").objectStore("drafts");
          const all = store.getAll();
          all.onsuccess = () => {
            const [draft] = all.result;
            store.put({
              ...draft,
              values: { ...draft.values, fax: "old" },
              base: { ...draft.base, fax: "" },
            });
            store.transaction.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        };
      }),
  );
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await banner(page).getByRole("button", { name: "Restore" }).click();
  await expect(firstName(page)).toHaveValue("Grace");
  await save(page);
  await expect(readField(page, "First name")).toHaveText("Grace");
});

test("[TB-06] input of a new record is restored, but never its password", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/users/new"));
  const userName = page.getByRole("textbox", { name: "Username" });
  const name = uniqueName("draft");
  await userName.fill(name);
  await page.getByLabel(/^Password/).fill("Hidden-from-all-1");
  await firstName(page).fill("Grace");
  await waitForStoredDraft(page, "Grace");
  expect(await storedTexts(page)).not.toContain("Hidden-from-all-1");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();

  await expect(banner(page)).toContainText("Not kept for security reasons: Password.");
  await banner(page).getByRole("button", { name: "Restore" }).click();
  await expect(userName).toHaveValue(name);
  await expect(firstName(page)).toHaveValue("Grace");
  await expect(page.getByLabel(/^Password/)).toHaveValue("");
  await expect(page.getByRole("tab", { name: /unsaved changes/ })).toBeVisible();
});

test("[FM-09] retrying a create after a lost connection creates one record, also after a crash", async ({
  signedInPage: page,
  product,
  api,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_/);
  const roleName = uniqueName("Once");
  const made = async () => (await api.call(contract.roles.list, { query: { phrase: roleName } })).totalCount;
  await page.goto(product.at("/roles/new"));
  await page.getByRole("textbox", { name: "Role name" }).fill(roleName);
  // The server processes the request, but its response never arrives.
  await page.route("**/api/roles", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Create role" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "connection was lost" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Role name" })).toHaveValue(roleName);
  expect(await made()).toBe(1);

  const again = await page.context().newPage();
  await crash(page);
  await again.goto(product.at("/roles/new"));
  await banner(again).getByRole("button", { name: "Restore" }).click();
  await again.getByRole("button", { name: "Create role" }).click();
  await expect(again.getByText(`Role created: ${roleName}`)).toBeVisible();
  await expect(again.getByRole("heading", { level: 1, name: roleName })).toBeVisible();
  expect(await made()).toBe(1);
});

test("[FM-09] retrying a save after a lost connection succeeds", async ({
  signedInPage: page,
  product,
  api,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_/);
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await firstName(page).fill("Grace");
  await page.route(`**/api/users/${userId}`, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await save(page);
  await expect(page.getByRole("alert").filter({ hasText: "connection was lost" })).toBeVisible();
  await expect(firstName(page)).toHaveValue("Grace");
  await page.unroute(`**/api/users/${userId}`);
  await save(page);
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(readField(page, "First name")).toHaveText("Grace");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("[AU-05] an expired session followed by a reload loses no input", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, user }) => {
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await firstName(page).fill("Still here");
  await expireSession(page);
  await save(page);
  const again = new SignInAgain(page);
  await expect(again.dialog).toBeVisible();
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await page.getByRole("textbox", { name: "Username" }).fill(user.userName);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await banner(page).getByRole("button", { name: "Restore" }).click();
  await expect(firstName(page)).toHaveValue("Still here");
});

test("[AU-08] signing out deletes drafts, and no other user is offered them", async ({
  signedInPage: page,
  product,
  api,
  user,
}) => {
  const { userId } = await api.createUser({ firstName: "Ada" });
  const other = await api.createUser({ roleIds: ["00000000-0000-4000-8000-000000000001"] });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await firstName(page).fill("Private");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(banner(page)).toBeVisible();

  await signIn(page, product, other);
  await page.goto(product.at(`/users/${userId}`));
  await expect(readField(page, "First name")).toHaveText("Ada");
  await expect(banner(page)).toHaveCount(0);

  await signIn(page, product, user);
  await page.goto(product.at(`/users/${userId}`));
  await expect(banner(page)).toBeVisible();
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("1 unsaved draft is kept in this browser");
  await question.getByRole("button", { name: "Discard and sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await storedTexts(page)).toBe("[]");
});

test("[PM-03] unsaved permissions of a role are stored too, and shown in other sub-tabs", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleId = await api.createRole();
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/roles/${roleId}?tab=permissions`));
  await workspace.panel.getByRole("button", { name: "Edit", exact: true }).click();
  const users = permissionBox(page, "Users: See");
  await users.click();
  await waitForStoredDraft(page, '"permissions":["');
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto(product.at(`/roles/${roleId}`));
  const elsewhere = page.getByRole("region", { name: /^Unsaved changes from .* in “Permissions”$/ });
  await elsewhere.getByRole("button", { name: "Go there" }).click();
  await expect(elsewhere).toHaveCount(0);
  await expect(users).toHaveCount(0);
  await banner(page).getByRole("button", { name: "Restore" }).click();
  await expect(users).toBeChecked();
  await save(page);
  await expect.poll(() => storedTexts(page)).toBe("[]");
});

test("[TB-06] the home page lists drafts of all tabs", async ({ signedInPage: page, product, user }) => {
  await page.goto(product.at(`/users/${user.userId}`));
  await edit(page);
  await firstName(page).fill("Grace");
  await waitForStoredDraft(page, "Grace");
  await crash(page);

  const next = await page.context().newPage();
  const workspace = new WorkspacePage(next);
  await next.goto(product.at("/"));
  const waiting = next.getByRole("region", { name: "Not saved yet" });
  await expect(waiting).toContainText("Personal data");
  await waiting.getByRole("link", { name: user.lastName }).click();
  await expect(banner(next)).toBeVisible();
  await banner(next).getByRole("button", { name: "Discard" }).click();
  await workspace.dialog.getByRole("button", { name: "Discard" }).click();
  await expect(banner(next)).toHaveCount(0);
  await workspace.tab("Dashboard").click();
  await expect(waiting).toHaveCount(0);
});
