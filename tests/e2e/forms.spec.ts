import { contract } from "@/lib/contract";
import { expect, test, uniqueName } from "./fixtures/test";
import { edit, readField, save } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

test("[FM-01] a section reads like text until Edit, and returns to that after Save and Cancel", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await expect(readField(page, "First name")).toHaveText("Ada");
  await expect(page.getByRole("textbox")).toHaveCount(0);

  await edit(page);
  const firstName = page.getByRole("textbox", { name: "First name" });
  await expect(firstName).toBeFocused();
  await expect(page.getByRole("tab", { name: /unsaved changes/ })).toBeVisible();
  await firstName.fill("Grace");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(readField(page, "First name")).toHaveText("Ada");
  const editButton = page.getByRole("button", { name: "Edit", exact: true });
  await expect(editButton).toBeFocused();
  await expect(page.getByRole("tab", { name: /unsaved changes/ })).toHaveCount(0);

  await edit(page);
  await firstName.fill("Grace");
  await save(page);
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(readField(page, "First name")).toHaveText("Grace");
  await expect(editButton).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Grace");
  expect((await api.call(contract.users.detail, { params: { userId } })).firstName).toBe("Grace");
});

test("[FM-01] while one section is edited the other Edit buttons are off and say why", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleId = await api.createRole();
  await page.goto(product.at(`/roles/${roleId}`));
  await edit(page);
  await page.getByRole("tab", { name: "Permissions" }).click();
  const other = page.getByRole("button", { name: "Edit", exact: true });
  await expect(other).toBeDisabled();
  await expect(other).toHaveAccessibleDescription(/being edited/);
  await expect(page.getByRole("button", { name: "Refresh" })).toBeDisabled();
});

test("[FM-08] Enter in a text input saves, and so does Ctrl+Enter", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId } = await api.createUser();
  await page.goto(product.at(`/users/${userId}`));
  const firstName = page.getByRole("textbox", { name: "First name" });
  for (const [name, keys] of [
    ["Enter", "Enter"],
    ["Control", "Control+Enter"],
  ] as const) {
    await edit(page);
    await firstName.fill(name);
    await firstName.press(keys);
    await expect(readField(page, "First name")).toHaveText(name);
  }
});

test("[FM-04] [ER-02] what the server refuses stands at its field, which takes the focus, and is said in a toast", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const taken = await api.createUser();
  const { userId } = await api.createUser();
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  const userName = page.getByRole("textbox", { name: "Username" });
  await userName.fill(taken.userName);
  await page.getByRole("textbox", { name: "First name" }).fill("Kept");
  await save(page);
  // The toast of ER-02 says that it was refused, the field why.
  await expect(
    new WorkspacePage(page).toasts.filter({ hasText: "1 field needs a correction" }),
  ).toBeVisible();
  await expect(userName).toHaveAttribute("aria-invalid", "true");
  await expect(userName).toHaveAccessibleDescription(/already in use/);
  await expect(userName).toBeFocused();
  await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Kept");

  await userName.fill(uniqueName("free"));
  await save(page);
  await expect(readField(page, "First name")).toHaveText("Kept");
});

test("[FM-04] a message for an unknown property stands above the form", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId } = await api.createUser();
  await page.goto(product.at(`/users/${userId}`));
  await page.route(`**/api/users/${userId}`, (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 400, json: [{ propertyName: "licence", errorMessage: "Too many users." }] })
      : route.continue(),
  );
  await edit(page);
  await save(page);
  await expect(page.getByRole("alert").filter({ hasText: "Too many users." })).toBeVisible();
});

test.describe("[FM-09] the second of two people who save one record", () => {
  test.beforeEach(async ({ signedInPage: page, product, api }, info) => {
    const user = await api.createUser({ firstName: "Ada", email: "ada@example.test" });
    info.annotations.push({ type: "user", description: user.userId });
    await page.goto(product.at(`/users/${user.userId}`));
    await edit(page);
    await page.getByRole("textbox", { name: "First name" }).fill("Mine");
    const { version } = await api.call(contract.users.detail, { params: { userId: user.userId } });
    const { userName, lastName } = user;
    await api.call(contract.users.save, {
      params: { userId: user.userId },
      body: { userName, lastName, firstName: "Theirs", email: "theirs@example.test", version },
    });
    await save(page);
    const dialog = page.getByRole("dialog", { name: "Somebody else has saved this record" });
    await expect(dialog.getByRole("row", { name: /First name/ })).toContainText("Changed by both");
    await expect(dialog.getByRole("row", { name: /First name/ }).getByRole("cell")).toContainText([
      "Ada",
      "Mine",
      "Theirs",
    ]);
  });

  test("can overwrite without undoing what the first changed elsewhere", async ({ page, api }, info) => {
    const userId = info.annotations[0]?.description ?? "";
    await page.getByRole("button", { name: "Overwrite with yours" }).click();
    await expect(readField(page, "First name")).toHaveText("Mine");
    const stored = await api.call(contract.users.detail, { params: { userId } });
    expect(stored).toMatchObject({ firstName: "Mine", email: "theirs@example.test" });
  });

  test("can take what the first has saved", async ({ page }) => {
    await page.getByRole("button", { name: "Take theirs" }).click();
    await expect(readField(page, "First name")).toHaveText("Theirs");
    await expect(page.getByRole("tab", { name: /unsaved changes/ })).toHaveCount(0);
  });

  test("can go on editing and loses nothing", async ({ page }) => {
    await page.getByRole("button", { name: "Keep editing" }).click();
    await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Mine");
  });
});

test("[FM-09] nothing typed is lost when saving fails", async ({
  signedInPage: page,
  product,
  api,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 503|ERR_/);
  const { userId } = await api.createUser();
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  const firstName = page.getByRole("textbox", { name: "First name" });
  await firstName.fill("Typed");
  const address = `**/api/users/${userId}`;
  for (const status of [403, 404, 503]) {
    await page.route(address, (route) => route.fulfill({ status, json: { status, code: "x", title: "x" } }));
    await save(page);
    await expect(page.getByRole("alert").filter({ hasText: "Not saved" })).toBeVisible();
    await expect(firstName).toHaveValue("Typed");
    await page.unroute(address);
  }
  await page.route(address, (route) => route.abort());
  await save(page);
  await expect(page.getByRole("alert").filter({ hasText: "Not saved" })).toBeVisible();
  await expect(firstName).toHaveValue("Typed");
  await page.unroute(address);
  await save(page);
  await expect(readField(page, "First name")).toHaveText("Typed");
});

test.describe("[TB-06] closing a tab with a form in edit mode asks", () => {
  test.beforeEach(async ({ signedInPage: page, product, api }, info) => {
    const user = await api.createUser({ firstName: "Ada" });
    info.annotations.push({ type: "user", description: user.userId });
    await page.goto(product.at(`/users/${user.userId}`));
    await edit(page);
    await page.getByRole("textbox", { name: "First name" }).fill("Grace");
    await page.getByRole("button", { name: /^Close Ada/ }).click();
    await expect(page.getByRole("dialog")).toContainText("Save changes");
  });

  test("cancel keeps the tab and what was typed", async ({ page }) => {
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Grace");
  });

  test("yes saves, then closes", async ({ page, api }, info) => {
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    // As long as the dialog stands, no tab behind it has a role.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("tab", { name: /Test/ })).toHaveCount(0);
    const userId = info.annotations[0]?.description ?? "";
    expect((await api.call(contract.users.detail, { params: { userId } })).firstName).toBe("Grace");
  });

  test("no discards, then closes", async ({ page, api }, info) => {
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    // As long as the dialog stands, no tab behind it has a role.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("tab", { name: /Test/ })).toHaveCount(0);
    const userId = info.annotations[0]?.description ?? "";
    expect((await api.call(contract.users.detail, { params: { userId } })).firstName).toBe("Ada");
  });
});

test("[TB-06] a save that fails keeps the tab open", async ({ signedInPage: page, product, api }) => {
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await page.getByRole("textbox", { name: "First name" }).fill("");
  await page.getByRole("button", { name: /^Close Ada/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("textbox", { name: "First name" })).toHaveAccessibleDescription(
    "Please fill in this field.",
  );
});

test("[TB-05] edits of a tab survive looking at another", async ({ signedInPage: page, product, api }) => {
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await page.getByRole("textbox", { name: "First name" }).fill("Grace");
  const email = page.getByRole("textbox", { name: "E-mail" });
  await email.focus();
  await page.getByRole("tab", { name: "Dashboard" }).click();
  await page.getByRole("tab", { name: /^Ada/ }).click();
  await expect(email).toBeFocused();
  await page.getByRole("link", { name: "Go to list" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await page.getByRole("tab", { name: /^Ada/ }).click();
  await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Grace");
});
