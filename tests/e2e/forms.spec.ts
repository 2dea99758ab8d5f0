import { contract } from "@/lib/contract";
import { expect, test, uniqueName } from "./fixtures/test";
import { edit, readField, save } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

test("[FM-01] [FM-08] [TB-05] a section is text until Edit, saves by button and keys, survives tabs", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
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
  for (const [name, keys] of [
    ["Enter", "Enter"],
    ["Control", "Control+Enter"],
  ] as const) {
    await edit(page);
    await firstName.fill(name);
    await firstName.press(keys);
    await expect(readField(page, "First name")).toHaveText(name);
  }

  await test.step("edits survive switching tabs", async () => {
    await edit(page);
    await firstName.fill("Grace");
    const email = page.getByRole("textbox", { name: "E-mail" });
    await email.focus();
    await page.getByRole("tab", { name: "Dashboard" }).click();
    await page.getByRole("tab", { name: /^Control/ }).click();
    await expect(email).toBeFocused();
    await page.getByRole("link", { name: "Go to list" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
    await page.getByRole("tab", { name: /^Control/ }).click();
    await expect(firstName).toHaveValue("Grace");
  });
});

test("[FM-01] [FM-04] while editing, other Edit buttons explain why; invalid fields are shown", async ({
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

  await test.step("an invalid field in another sub-tab is shown", async () => {
    const roleName = page.getByRole("textbox", { name: "Role name" });
    await page.getByRole("tab", { name: "Role", exact: true }).click();
    await roleName.fill("");
    await page.getByRole("tab", { name: "Users" }).click();
    await page.getByRole("button", { name: /^Close Role/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Yes, save" }).click();
    await expect(roleName).toBeFocused();
    await expect(roleName).toHaveAttribute("aria-invalid", "true");
  });
});

test("[FM-04] [FM-09] [ER-02] refusals are shown at fields or above the form, without input loss", async ({
  signedInPage: page,
  product,
  api,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 503|ERR_/);
  const taken = await api.createUser();
  const { userId } = await api.createUser();
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  const userName = page.getByRole("textbox", { name: "Username" });
  const firstName = page.getByRole("textbox", { name: "First name" });
  await userName.fill(taken.userName);
  await firstName.fill("Kept");
  await save(page);
  // The toast (ER-02) reports the refusal, the field the reason.
  await expect(
    new WorkspacePage(page).toasts.filter({ hasText: "1 field needs a correction" }),
  ).toBeVisible();
  await expect(userName).toHaveAttribute("aria-invalid", "true");
  await expect(userName).toHaveAccessibleDescription(/already in use/);
  await expect(userName).toBeFocused();
  await expect(firstName).toHaveValue("Kept");

  await userName.fill(uniqueName("free"));
  await save(page);
  await expect(readField(page, "First name")).toHaveText("Kept");

  await edit(page);
  await firstName.fill("Typed");
  const address = `**/api/users/${userId}`;
  for (const status of [403, 404, 503])
    await test.step(`refused with ${status}`, async () => {
      await page.route(address, (route) =>
        route.fulfill({ status, json: { status, code: "x", title: "x" } }),
      );
      await save(page);
      await expect(page.getByRole("alert").filter({ hasText: "Not saved" })).toBeVisible();
      await expect(firstName).toHaveValue("Typed");
      await page.unroute(address);
    });
  await page.route(address, (route) => route.abort());
  await save(page);
  await expect(page.getByRole("alert").filter({ hasText: "Not saved" })).toBeVisible();
  await expect(firstName).toHaveValue("Typed");
  await page.unroute(address);
  await test.step("a message for an unknown property is shown above the form", async () => {
    await page.route(address, (route) =>
      route.fulfill({ status: 400, json: [{ propertyName: "licence", errorMessage: "Too many users." }] }),
    );
    await save(page);
    await expect(page.getByRole("alert").filter({ hasText: "Too many users." })).toBeVisible();
    await page.unroute(address);
  });
  await save(page);
  await expect(readField(page, "First name")).toHaveText("Typed");
});

test("[FM-09] the second editor can keep editing, take the saved values, or overwrite own fields only", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const user = await api.createUser({ firstName: "Ada", email: "ada@example.test" });
  const params = { userId: user.userId };
  await page.goto(product.at(`/users/${user.userId}`));
  const firstName = page.getByRole("textbox", { name: "First name" });
  const dialog = page.getByRole("dialog", { name: "Someone else has saved this record" });
  const saveSecond = async (before: string, theirs: string) => {
    await edit(page);
    await firstName.fill("Mine");
    const { version } = await api.call(contract.users.detail, { params });
    const { userName, lastName } = user;
    await api.call(contract.users.save, {
      params,
      body: { userName, lastName, firstName: theirs, email: `${theirs.toLowerCase()}@example.test`, version },
    });
    await save(page);
    const row = dialog.getByRole("row", { name: /First name/ });
    await expect(row).toContainText("Changed by both");
    await expect(row.getByRole("cell")).toContainText([before, "Mine", theirs]);
  };
  await saveSecond("Ada", "Theirs");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(firstName).toHaveValue("Mine");

  await save(page);
  await page.getByRole("button", { name: "Use theirs" }).click();
  await expect(readField(page, "First name")).toHaveText("Theirs");
  await expect(page.getByRole("tab", { name: /unsaved changes/ })).toHaveCount(0);

  await saveSecond("Theirs", "Others");
  await page.getByRole("button", { name: "Overwrite with yours" }).click();
  await expect(readField(page, "First name")).toHaveText("Mine");
  expect(await api.call(contract.users.detail, { params })).toMatchObject({
    firstName: "Mine",
    email: "others@example.test",
  });
});
