import { contract } from "@/lib/contract";
import { presenceMethod } from "@/lib/live/hub";
import { expect, signIn, test } from "./fixtures/test";
import { readField } from "./pages/resource";
import { SignInAgain } from "./pages/sign-in-again";
import { WorkspacePage } from "./pages/workspace-page";

test("[AU-08] signing out in one window removes all data, titles, dialogs and messages in others", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, user }) => {
  const { userId, lastName } = await api.createUser({ firstName: "Secretive" });
  const other = await page.context().newPage();
  const refused: string[] = [];
  page.context().on("response", (response) => {
    const request = `${response.request().method()} ${response.url()}`;
    if (request.includes("/hubs/") && response.status() >= 400) refused.push(request);
  });
  // A message on its way while the session ends is refused.
  const isAnnounced = page
    .context()
    .waitForEvent("request", (request) => Boolean(request.postData()?.includes(presenceMethod)))
    .then((request) => request.response());
  await page.goto(product.at("/"));
  await other.goto(product.at(`/users/${userId}`));
  await expect(other).toHaveTitle(new RegExp(lastName));
  await other.getByRole("button", { name: "Delete", exact: true }).first().click();
  await expect(other.getByRole("dialog")).toContainText(lastName);
  await isAnnounced;

  await new WorkspacePage(page).choose("User menu", "Sign out");
  await expect(page).toHaveURL(/\/login/);
  await expect(other.getByText("You are signed out")).toBeVisible();
  await expect(other.locator("body")).not.toContainText(lastName);
  await expect(other.locator("body")).not.toContainText("Secretive");
  await expect(other).toHaveTitle(product.appTitle);

  // Signing in again restores both windows.
  await page.getByRole("textbox", { name: "Username" }).fill(user.userName);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(readField(other, "First name")).toHaveText("Secretive");
  expect(refused).toEqual([]);
});

test("[AU-08] [TB-06] signing out lists unsaved changes of other windows, and saves them or stops", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const [here, there] = await Promise.all([api.createUser(), api.createUser()]);
  const other = await page.context().newPage();
  await other.goto(product.at(`/users/${there.userId}`));
  await new WorkspacePage(other).editFirstName("There");
  const email = other.getByRole("textbox", { name: "E-mail" });
  await email.fill("no address");
  await page.goto(product.at(`/users/${here.userId}`));
  const workspace = new WorkspacePage(page);
  await workspace.editFirstName("Here");
  await workspace.choose("User menu", "Sign out");
  await expect(workspace.dialog.getByRole("listitem")).toHaveText([
    `Ada ${here.lastName}`,
    `Ada ${there.lastName}, in another window`,
  ]);
  await workspace.dialog.getByRole("button", { name: "Save and sign out" }).click();
  await expect(page.getByText("Not everything in your other windows could be saved.")).toBeVisible();
  await expect(page).toHaveURL(product.at(`/users/${here.userId}`));
  await expect(email).toHaveValue("no address");

  await email.fill("there@example.test");
  await workspace.choose("User menu", "Sign out");
  await workspace.dialog.getByRole("button", { name: "Save and sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  for (const [{ userId }, firstName] of [
    [here, "Here"],
    [there, "There"],
  ] as const)
    expect(await api.call(contract.users.detail, { params: { userId } })).toMatchObject({ firstName });
  await expect(other.getByText("You are signed out")).toBeVisible();
});

test("[AU-08] drafts without an open window are encrypted, and offered after the next sign-in", async ({
  signedInPage: page,
  product,
  api,
  user,
}) => {
  const { userId, lastName } = await api.createUser();
  await page.goto(product.at(`/users/${userId}`));
  const workspace = new WorkspacePage(page);
  await workspace.editFirstName("Confidential");
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto(product.at("/users"));
  await workspace.choose("User menu", "Sign out");
  await expect(workspace.dialog.getByRole("listitem")).toContainText(["Personal data"]);
  await expect(workspace.dialog).toContainText("encrypted, for your next sign-in");
  await workspace.dialog.getByRole("button", { name: "Save and sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  const stored = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("hub-drafts");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return new Promise<string>((resolve) => {
      const request = database.transaction("drafts").objectStore("drafts").getAll();
      request.onsuccess = () => resolve(JSON.stringify(request.result));
    });
  });
  expect(stored).toContain('"sealed"');
  for (const word of ["Confidential", lastName, "firstName", userId]) expect(stored).not.toContain(word);

  await signIn(page, product, user);
  await page.goto(product.at(`/users/${userId}`));
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Confidential");
});

test("[AU-08] ending a session at the server conceals every window, until the same user returns", async ({
  signedInPage: page,
  product,
  api,
  user,
  playwright,
}) => {
  const { userId, lastName } = await api.createUser({ firstName: "Secretive" });
  const other = await page.context().newPage();
  await other.goto(product.at(`/users/${userId}`));
  const field = await new WorkspacePage(other).editFirstName("Half typed");
  await page.goto(product.at("/users"));
  const elsewhere = await playwright.request.newContext({
    storageState: await page.context().storageState(),
  });
  await elsewhere.post(product.at("/api/auth/sign-out"), { headers: { "x-csrf": "1" } });
  await elsewhere.dispose();

  // The first call detects it; the concealed button can be pressed by script only.
  await page.locator("button[aria-label=Refresh]").evaluate((button: HTMLButtonElement) => button.click());
  const again = new SignInAgain(other);
  await expect(again.dialog).toBeVisible();
  await expect(field).toBeHidden();
  await expect(other.getByText(lastName).filter({ visible: true })).toHaveCount(0);
  await expect(other).toHaveTitle(product.appTitle);
  await again.later.click();
  await expect(other.getByText("Your session has ended")).toBeVisible();
  await expect(field).toBeHidden();

  await other.getByRole("button", { name: "Sign in again" }).click();
  await again.signIn(user.password);
  await expect(field).toBeVisible();
  await expect(field).toHaveValue("Half typed");
  await expect(other).toHaveTitle(new RegExp(lastName));
  await expect(new SignInAgain(page).dialog).toBeHidden();
  await expect(page.getByRole("grid", { name: "Users" })).toBeVisible();
});
