import { contract } from "@/lib/contract";
import { gate } from "../support/gate";
import { expect, test, uniqueName } from "./fixtures/test";
import { edit, readField, save } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

const tooLong = "Please enter at most 100 characters.";

test("[FM-04] after 'Yes, save' the first invalid or refused field is focused", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const taken = await api.createUser();
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  const firstName = page.getByRole("textbox", { name: "First name" });
  const email = page.getByRole("textbox", { name: "E-mail" });
  const closeAndSave = async () => {
    await page.getByRole("button", { name: /^Close Ada/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Yes, save" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await firstName.fill("");
  await email.fill("no address");
  await closeAndSave();
  await expect(firstName).toBeFocused();
  await expect(firstName).toHaveAccessibleDescription("Please fill in this field.");

  await firstName.fill("Ada");
  await email.fill("ada@example.test");
  const userName = page.getByRole("textbox", { name: "Username" });
  await userName.fill(taken.userName);
  await email.focus();
  await closeAndSave();
  await expect(userName).toBeFocused();
  await expect(userName).toHaveAccessibleDescription(/already in use/);
});

test("[FM-09] two windows edit one record: each field is resolved separately, by keyboard", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId } = await api.createUser({ firstName: "Ada", email: "ada@example.test" });
  const other = await page.context().newPage();
  for (const window of [page, other]) {
    await window.goto(product.at(`/users/${userId}`));
    await edit(window);
  }
  await other.getByRole("textbox", { name: "First name" }).fill("Other first");
  await other.getByRole("textbox", { name: "E-mail" }).fill("other@example.test");
  await save(other);
  await expect(readField(other, "First name")).toHaveText("Other first");

  await page.getByRole("textbox", { name: "First name" }).fill("This first");
  await page.getByRole("textbox", { name: "E-mail" }).fill("this@example.test");
  await save(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("You have saved a change in another window");
  const theirs = dialog.getByRole("radio", { name: "Keep for E-mail: Theirs" });
  await dialog.getByRole("radio", { name: "Keep for E-mail: Yours" }).press("ArrowRight");
  await expect(theirs).toBeChecked();
  await dialog.getByRole("button", { name: "Save selection" }).press("Enter");
  await expect(readField(page, "First name")).toHaveText("This first");
  expect(await api.call(contract.users.detail, { params: { userId } })).toMatchObject({
    firstName: "This first",
    email: "other@example.test",
  });
});

test("[FM-09] a record saved again during conflict resolution is compared with the resolution", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId, userName, lastName } = await api.createUser({
    firstName: "Ada",
    email: "ada@example.test",
  });
  const params = { userId };
  const saveElsewhere = async (values: { firstName: string; email: string }) => {
    const { version } = await api.call(contract.users.detail, { params });
    await api.call(contract.users.save, { params, body: { userName, lastName, version, ...values } });
  };
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  await page.getByRole("textbox", { name: "First name" }).fill("Mine");
  await saveElsewhere({ firstName: "Theirs", email: "theirs@example.test" });
  await save(page);
  const dialog = page.getByRole("dialog", { name: "Someone else has saved this record" });
  await expect(dialog.getByRole("row", { name: /E-mail/ })).toBeVisible();
  await saveElsewhere({ firstName: "Theirs again", email: "again@example.test" });
  await dialog.getByRole("button", { name: "Overwrite with yours" }).click();

  const cells = (name: RegExp) => dialog.getByRole("row", { name }).getByRole("cell");
  await expect(cells(/First name/)).toContainText(["Theirs", "Mine", "Theirs again"]);
  // The untouched field needs no decision.
  await expect(cells(/E-mail/)).toContainText(["theirs@", "theirs@", "again@"]);
  await expect(dialog.getByRole("row", { name: /E-mail/ })).not.toContainText("Changed by both");
  await dialog.getByRole("button", { name: "Overwrite with yours" }).click();
  await expect(readField(page, "First name")).toHaveText("Mine");
  expect(await api.call(contract.users.detail, { params })).toMatchObject({
    firstName: "Mine",
    email: "again@example.test",
  });
});

test("[FM-03] [FM-09] too long pasted text is reported at once; typing during a save is kept", async ({
  signedInPage: page,
  product,
  api,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await edit(page);
  const firstName = page.getByRole("textbox", { name: "First name" });
  const email = page.getByRole("textbox", { name: "E-mail" });
  await page.evaluate(() => navigator.clipboard.writeText("x".repeat(1_000_000)));
  for (const field of [firstName, email]) {
    await field.selectText();
    await field.press("ControlOrMeta+v");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    expect((await field.inputValue()).length).toBe(1_000_000);
  }
  await expect(firstName).toHaveAccessibleDescription(tooLong);
  // The rest of the form keeps working, and the error disappears once the text fits.
  await page.getByRole("textbox", { name: "Last name" }).fill("Lovelace");
  await email.fill("ada@example.test");
  await expect(email).not.toHaveAttribute("aria-invalid", "true");
  await save(page);
  await expect(firstName).toHaveAccessibleDescription(tooLong);

  await firstName.fill("First");
  const held = gate();
  await page.route(`**/api/users/${userId}`, async (route) => {
    if (route.request().method() === "PUT") await held.passed;
    await route.continue();
  });
  await save(page);
  await firstName.fill("First and second");
  held.open();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(firstName).toHaveValue("First and second");
  expect(await api.call(contract.users.detail, { params: { userId } })).toMatchObject({
    firstName: "First",
    lastName: "Lovelace",
  });
  await save(page);
  await expect(readField(page, "First name")).toHaveText("First and second");
});

test("[FM-04] [FM-08] Enter submits in create views and dialogs, and a refusal restores the focus", async ({
  signedInPage: page,
  product,
  api,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 503/);
  const { userId } = await api.createUser();
  const workspace = new WorkspacePage(page);
  const roleName = uniqueName("Entered");
  await page.goto(product.at("/roles/new"));
  const name = page.getByRole("textbox", { name: "Role name" });
  await name.fill(roleName);
  await page.route(
    "**/api/roles",
    (route) => route.fulfill({ status: 503, json: { status: 503, code: "unavailable", title: "x" } }),
    { times: 1 },
  );
  await name.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Not saved" })).toBeVisible();
  await expect(name).toBeFocused();
  await name.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: roleName })).toBeVisible();

  await workspace.follow(product.at(`/users/${userId}`));
  await workspace.panel.getByRole("button", { name: "Set password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Password/).fill("A-long-password-1");
  await dialog.getByLabel(/^Repeat password/).fill("A-long-password-1");
  await dialog.getByLabel(/^Repeat password/).press("Enter");
  await expect(dialog).toHaveCount(0);
});
