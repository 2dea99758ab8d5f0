import { contract } from "@/lib/contract";
import type { PermissionName } from "@/lib/contract/permissions";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { Keyboard } from "./pages/keyboard";
import { ResourceTable, readField } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

test("[SH-10] [SH-11] edit and save, create, filter, give roles, delete, open and invite take two to five keys", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const lastName = uniqueName("Single");
  const { userId } = await api.createUser({ firstName: "Ada", lastName });
  const givenRole = uniqueName("Given");
  const givenRoleId = await api.createRole({ roleName: givenRole });
  const workspace = new WorkspacePage(page);
  const keyboard = new Keyboard(page);
  const users = new ResourceTable(page, "Users");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const chosen = palette.getByRole("option", { selected: true });
  const counted: Record<string, number> = {};
  const count = async (what: string, use: () => Promise<void>) => {
    const before = keyboard.presses;
    await test.step(what, use);
    counted[what] = keyboard.presses - before;
  };
  await page.goto(product.at("/"));
  await workspace.listens();

  await count("open a user by name", async () => {
    await keyboard.press("Control+k");
    await keyboard.type(lastName);
    await expect(chosen).toHaveText(new RegExp(`^Ada ${lastName}`));
    await keyboard.press("Enter");
    await expect(page).toHaveURL(product.at(`/users/${userId}`));
  });
  await count("edit and save", async () => {
    await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeEnabled();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await keyboard.press("e");
    await expect(page.getByRole("textbox", { name: "First name" })).toBeFocused();
    await keyboard.type("Eve");
    await keyboard.press("Enter");
    await expect(readField(page, "First name")).toHaveText(/Eve/);
  });

  await keyboard.press("g");
  await keyboard.press("r");
  await expect(workspace.activeTab).toHaveText("Roles");
  await expect(new ResourceTable(page, "Roles").rows.first()).toBeVisible();
  await count("create a role", async () => {
    const roleName = uniqueName("Keys");
    await keyboard.press("c");
    await expect(page.getByRole("textbox", { name: "Role name" })).toBeFocused();
    await keyboard.type(roleName);
    await keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: roleName })).toBeVisible();
  });

  await keyboard.press("g");
  await keyboard.press("u");
  await expect(workspace.activeTab).toHaveText("Users");
  await expect(users.rows.first()).toBeVisible();
  await count("filter", async () => {
    await keyboard.press("f");
    const editor = page.getByRole("dialog");
    await expect(editor.getByLabel("Column")).toBeFocused();
    await keyboard.type("Last n");
    await expect(editor.getByLabel("Column").locator("option:checked")).toHaveText("Last name");
    await keyboard.press("Tab");
    await keyboard.press("Tab");
    await keyboard.type(lastName);
    await keyboard.press("Enter");
    await expect(users.rows).toHaveCount(1);
    await expect(users.row(lastName)).toBeVisible();
  });
  await count("give a role", async () => {
    await keyboard.press("x");
    await expect(users.selection.getByRole("button", { name: "Edit" })).toBeVisible();
    await keyboard.press("e");
    await expect(workspace.dialog.getByRole("combobox", { name: "Roles" })).toBeFocused();
    await keyboard.type(givenRole);
    await expect(page.getByRole("option", { name: givenRole })).toBeVisible();
    await keyboard.press("Enter");
    await expect(workspace.dialog.getByRole("button", { name: `Remove ${givenRole}` })).toBeVisible();
    await keyboard.press("Enter");
    await expect(workspace.dialog).toContainText("1 record has been changed.");
    await keyboard.press("Escape");
    await expect(workspace.dialog).toBeHidden();
    await expect(users.row(lastName)).toContainText(givenRole);
    const { roles } = await api.call(contract.users.detail, { params: { userId } });
    expect(roles?.map(({ roleId }) => roleId)).toEqual([givenRoleId]);
  });
  await count("delete from a list", async () => {
    await keyboard.press("x");
    await expect(users.selection.getByText("1 selected")).toBeVisible();
    await keyboard.press("#");
    await expect(workspace.dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await keyboard.press("Control+Enter");
    await expect(users.rows).toHaveCount(0);
  });
  await count("invite", async () => {
    await keyboard.press("Control+k");
    await keyboard.type("invite");
    await expect(chosen).toHaveText(/^Invite user/);
    await keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused();
    await keyboard.type(`${uniqueName("guest")}@example.test`);
    await keyboard.press("Enter");
    await expect(page.getByText("Invitation created. Pass on the link.")).toBeVisible();
  });
  expect(counted).toEqual({
    "open a user by name": 2,
    "edit and save": 2,
    "create a role": 2,
    filter: 4,
    "give a role": 5,
    "delete from a list": 3,
    invite: 3,
  });
});

test("[TL-02] [SH-10] the bulk bar is the next stop after the rows; Escape clears selection, then search", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const phrase = uniqueName("Escape");
  for (const firstName of ["Ada", "Bea"]) await api.createUser({ firstName, lastName: phrase });
  const users = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await new WorkspacePage(page).listens();
  await expect(users.rows).toHaveCount(2);
  await page.keyboard.press("x");
  const first = users.rows.first().getByRole("checkbox");
  await expect(first).toBeFocused();
  await expect(first).toBeChecked();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await expect(users.selection.getByText("2 selected")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(users.selection.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Shift+Tab");
  await expect(users.rows.nth(1).getByRole("checkbox")).toBeFocused();

  await page.keyboard.press("Escape");
  await expect(users.selection).toHaveCount(0);
  await expect(users.search).toHaveValue(phrase);
  await page.keyboard.press("Escape");
  await expect(users.search).toHaveValue("");
  await expect(page).not.toHaveURL(/phrase=/);
  await expect(users.table.locator(":focus")).toHaveCount(1);
});

test("[SH-10] [SH-11] single keys are shown, go to permitted areas only, and can be turned off", async ({
  page,
  product,
  api,
}) => {
  const workspace = new WorkspacePage(page);
  const permissions: PermissionName[] = ["UserView", "UserView_AddAction", "OrganisationSettingView"];
  await signIn(page, product, await api.createUser({ permissions }));
  await page.goto(product.at("/"));
  await workspace.listens();

  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await workspace.expectTabs("Dashboard");
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await expect(workspace.activeTab).toHaveText("Users");
  const create = page.getByRole("link", { name: "New user" });
  await expect(create).toHaveAttribute("aria-keyshortcuts", "c");
  await create.hover();
  await expect(page.getByRole("tooltip")).toHaveText("New user C");

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await page.keyboard.type("organisation");
  const organisation = palette.getByRole("option", { name: "Organisation", exact: true });
  await expect(organisation.locator("[data-keys]")).toHaveAttribute("data-keys", "G O");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByRole("region", { name: "Go to" }).locator("dt")).toHaveText([
    "Dashboard",
    "Users",
    "Organisation",
  ]);
  await page.keyboard.press("c");
  await page.keyboard.press("Escape");
  await workspace.expectTabs("Dashboard", "Users");

  await workspace.follow(product.at("/my-account?tab=preferences"));
  const saved = page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.url().endsWith("/user/settings"),
  );
  await page.getByRole("switch", { name: /^Single keys outside of fields/ }).uncheck();
  await saved;
  await workspace.tab("Users").click();
  await expect(create).not.toHaveAttribute("aria-keyshortcuts");
  for (const key of ["c", "g", "o"]) await page.keyboard.press(key);
  await workspace.expectTabs("Dashboard", "Users", "My account");
});
