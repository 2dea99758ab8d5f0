import { contract } from "@/lib/contract";
import { uniqueName } from "../support/unique-name";
import { expect, signIn, test } from "./fixtures/test";
import { readField } from "./pages/resource";
import { expireSession, SignInAgain } from "./pages/sign-in-again";
import { WorkspacePage } from "./pages/workspace-page";

test("[AU-05] saving on an expired session asks for the password, then saves, or can be dismissed", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, user }) => {
  const workspace = new WorkspacePage(page);
  const again = new SignInAgain(page);
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await workspace.choose("Settings", "Roles");
  await workspace.tab(/^Ada/).click();
  const field = await workspace.editFirstName("Grace");
  await expireSession(page);

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(again.dialog).toBeVisible();
  await expect(again.userName).toHaveValue(user.userName);
  await expect(again.userName).not.toBeEditable();
  await expect(again.password).toBeFocused();
  await again.password.fill("not the password");
  await again.submit.click();
  await expect(again.dialog.getByRole("alert")).toContainText("The password is wrong.");
  await again.signIn(user.password);
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(readField(page, "First name")).toHaveText("Grace");
  await expect(field).toHaveCount(0);
  await expect(workspace.tabs).toHaveCount(3);
  expect((await api.call(contract.users.detail, { params: { userId } })).firstName).toBe("Grace");

  await workspace.editFirstName("Half a sen");
  await expireSession(page);
  await field.press("Enter");
  await expect(again.dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(again.dialog).toBeHidden();
  await expect(field).toHaveValue("Half a sen");
  await expect(field).toBeFocused();
  await page.keyboard.type("tence");
  await expect(field).toHaveValue("Half a sentence");
  await expect(page.getByRole("alert").filter({ hasText: "You are signed out." })).toBeVisible();

  await page.getByRole("button", { name: "Sign in again" }).click();
  await again.signIn(user.password);
  // The dialog does not reopen, and typing can continue.
  await expect(page.getByText("You are signed out.")).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(readField(page, "First name")).toHaveText("Half a sentence");
});

test("[AU-05] deleting its user ends the workspace, and hides all its data", async ({
  signedInPage: page,
  product,
  api,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  const lastName = uniqueName("Shown");
  const { userId } = await api.createUser({ firstName: "Ada", lastName });
  await page.goto(product.at(`/users/${userId}`));
  await workspace.editFirstName("Grace");
  await page.getByRole("button", { name: "User menu" }).click();
  await api.call(contract.users.remove, { query: { userIds: [user.userId] } });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save", exact: true }).click();

  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toContainText("Your access has ended");
  await expect(new SignInAgain(page).dialog).toHaveCount(0);
  await expect(page.getByText(lastName)).toHaveCount(0);
  await expect(page).toHaveTitle("Hub");
  await expect(page.getByRole("button")).toHaveText(["Sign out"]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Login with user and password" })).toBeVisible();
});

test("[AU-05] many refused calls open one dialog and are repeated; other users can sign in", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  const again = new SignInAgain(page);
  await page.goto(product.at("/my-account"));
  await expect(readField(page, "Username")).toHaveText(user.userName);
  await expireSession(page);

  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  await workspace.choose("Settings", "Roles");
  await expect(again.dialog).toHaveCount(1);
  // Calls made while the dialog is open wait with the others.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await again.signIn(user.password);
  await expect(page.getByRole("grid", { name: "Roles" }).getByRole("row")).not.toHaveCount(0);
  await expect(again.dialog).toHaveCount(0);
  expect(refused.length).toBeGreaterThan(0);
  await expect(page.getByText("Signed in again.")).toBeVisible();

  await test.step("a view opened while signed out keeps the focus after the sign-in", async () => {
    await expireSession(page);
    await workspace.choose("Settings", "Users");
    await expect(again.dialog).toBeVisible();
    await again.later.click();
    await expect(workspace.panel.getByRole("alert")).toContainText("sign in again");
    await expect(workspace.panel.getByRole("alert")).not.toContainText("administrator");
    await page.getByRole("button", { name: "Sign in again" }).click();
    await again.signIn(user.password);
    await expect(page.getByRole("grid", { name: "Users" }).getByRole("row")).not.toHaveCount(0);
    await expect(page.locator("body")).not.toBeFocused();
  });

  await expireSession(page);
  await page.getByRole("button", { name: "Refresh" }).click();
  await again.leave.click();
  await expect(page).toHaveURL(product.at("/login"));
});

test("[AU-05] a sign-in in another window counts in this one too", async ({
  signedInPage: page,
  product,
  api,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  const again = new SignInAgain(page);
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await workspace.editFirstName("Grace");
  await expireSession(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(again.dialog).toBeVisible();

  const other = await page.context().newPage();
  await other.goto(product.at("/users"));
  await other.getByRole("textbox", { name: "Username" }).fill(user.userName);
  await other.getByLabel("Password", { exact: true }).fill(user.password);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(again.dialog).toHaveCount(0);
  await expect(readField(page, "First name")).toHaveText("Grace");
});

test("[AU-05] a different user gets a separate workspace", async ({ signedInPage: page, product, api }) => {
  const workspace = new WorkspacePage(page);
  const { userId, userName } = await api.createUser({ firstName: "Secretive" });
  const otherUser = await api.createUser({ firstName: "Else" });
  await page.goto(product.at(`/users/${userId}`));
  await workspace.editFirstName("Half typed");

  const other = await page.context().newPage();
  await signIn(other, product, otherUser);
  await other.goto(product.at("/login"));
  await other.evaluate(
    (prefix) => new BroadcastChannel(`hub.session${prefix}`).postMessage("signedIn"),
    product.prefix,
  );
  await expect(page.getByText("Half typed")).toHaveCount(0);
  await expect(page.getByText(userName)).toHaveCount(0);
  await page.getByRole("button", { name: "User menu" }).click();
  await expect(page.getByRole("menu")).toContainText("Else");
  await expect(page.locator("body")).not.toContainText("Secretive");
});
