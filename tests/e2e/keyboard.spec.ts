import { contract } from "@/lib/contract";
import { expect, test, uniqueName } from "./fixtures/test";
import { Keyboard } from "./pages/keyboard";
import { LoginPage } from "./pages/login-page";
import { permissionBox } from "./pages/permissions";
import { readField } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

// A keyboard-only tour of the product. When something closes, the focus returns to its previous place.

test("[AU-02] [SH-04] sign-in, skip link, theme, language and sign-out work by keyboard", {
  tag: "@main",
}, async ({ page, product, user }) => {
  const keyboard = new Keyboard(page);
  const login = new LoginPage(page);
  await page.goto(product.at("/login"));
  await keyboard.fill(login.userName, user.userName);
  await keyboard.press("Enter");
  await expect(page.getByText("Password is required")).toBeVisible();
  await keyboard.fill(login.password, user.password);
  await keyboard.press("Enter");
  const workspace = new WorkspacePage(page);
  await expect(workspace.panel).toBeVisible();

  const skip = page.getByRole("link", { name: "Skip to content" });
  await keyboard.reach(skip);
  await expect(skip).toBeInViewport();
  await keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  const menu = page.getByRole("button", { name: "User menu" });
  await keyboard.choose(menu, "Dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(menu).toBeFocused();
  await keyboard.press("Enter");
  await keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(menu).toBeFocused();
  const languages = page.getByRole("banner").getByRole("button", { name: /^(Language|Sprache)$/ });
  await keyboard.reach(languages, "Shift+Tab");
  await keyboard.choose(languages, "Deutsch");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await keyboard.expectSeen();
  await keyboard.choose(languages, "English");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await keyboard.choose(menu, "Sign out");
  await expect(login.headline).toBeVisible();
});

test("[SH-11] a new role and an export of users take few keys from the menu", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  const keyboard = new Keyboard(page);
  const settings = page.getByRole("button", { name: "Settings" });
  await page.goto(product.at("/"));
  await keyboard.reach(settings);
  const atMenu = keyboard.presses;
  await keyboard.choose(settings, "Roles");
  await expect(workspace.activeTab).toHaveText("Roles");
  await keyboard.use(page.getByRole("link", { name: "New role" }));
  const name = page.getByRole("textbox", { name: "Role name" });
  const roleName = uniqueName("Keys");
  await keyboard.reach(name);
  await keyboard.type(roleName);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: roleName })).toBeVisible();
  const ofRole = keyboard.presses - atMenu;

  await keyboard.reach(settings, "Shift+Tab");
  const atMenuAgain = keyboard.presses;
  await keyboard.choose(settings, "Users");
  await expect(workspace.activeTab).toHaveText("Users");
  const download = page.waitForEvent("download");
  await keyboard.use(page.getByRole("button", { name: "Export", exact: true }));
  await download;
  const ofExport = keyboard.presses - atMenuAgain;
  // The focus has entered each view, whose lists and actions (invited, export, report, import, new) precede its filters.
  expect({ ofRole, ofExport }).toEqual({ ofRole: 10, ofExport: 6 });
});

test("[SH-10] [SH-11] view actions are two keys away in the palette: new role, export, edit, password", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleName = uniqueName("Keys");
  const { userId } = await api.createUser({ firstName: "Ada", lastName: uniqueName("Few") });
  const keyboard = new Keyboard(page);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const chosen = palette.getByRole("option", { selected: true });
  const choose = async (letters: string, name: RegExp) => {
    await keyboard.press("Control+k");
    await expect(palette).toBeVisible();
    await keyboard.type(letters);
    await expect(chosen).toHaveText(name);
    await keyboard.press("Enter");
    await expect(palette).toHaveCount(0);
  };
  await page.goto(product.at("/"));
  await new WorkspacePage(page).listens();
  await choose("new role", /^New role/);
  await expect(page.getByRole("textbox", { name: "Role name" })).toBeFocused();
  await keyboard.type(roleName);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: roleName })).toBeVisible();
  expect(keyboard.presses).toBe(3);

  await choose("users", /^Users/);
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  const download = page.waitForEvent("download");
  await choose("export", /^Export/);
  await download;
  expect(keyboard.presses).toBe(7);

  await page.goto(product.at(`/users/${userId}`));
  await new WorkspacePage(page).listens();
  await choose("edit", /^Edit.*Personal data/);
  await expect(page.getByRole("textbox", { name: "First name" })).toBeFocused();
  await choose("set pass", /^Set password/);
  await expect(page.getByRole("dialog", { name: /^Set the password/ })).toBeVisible();
});

test("[TL-01] [PM-03] a list is opened, searched, sorted, paged and filtered by keyboard", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const prefix = uniqueName("keys");
  for (let index = 0; index < 11; index += 1)
    await api.call(contract.roles.create, {
      body: { roleName: `${prefix} ${String(index).padStart(2, "0")}` },
    });
  const keyboard = new Keyboard(page);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/"));
  await keyboard.choose(page.getByRole("button", { name: "Settings" }), "Roles");
  await expect(workspace.activeTab).toHaveText("Roles");
  await keyboard.fill(workspace.panel.getByRole("searchbox"), prefix);
  await expect(page).toHaveURL(/phrase=/);
  await expect(workspace.panel.getByText("11", { exact: false }).first()).toBeVisible();
  await expect(workspace.panel.getByRole("searchbox")).toBeFocused();

  const name = workspace.panel.getByRole("columnheader", { name: "Role name" }).getByRole("button").first();
  await keyboard.use(name);
  await expect(page).toHaveURL(/sortBy=roleName|sortDir=/);
  await expect(name).toBeFocused();
  const next = workspace.panel.getByRole("button", { name: "Next page" });
  await keyboard.use(next);
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("link", { name: prefix })).toHaveCount(1);
  await keyboard.expectSeen();
  await expect(workspace.panel.locator(":focus")).toHaveCount(1);

  const filter = workspace.panel.getByRole("button", { name: "Filter", exact: false }).first();
  await keyboard.reach(filter, "Shift+Tab");
  await keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(filter).toBeFocused();

  const link = page.getByRole("link", { name: prefix }).first();
  await keyboard.use(link);
  await expect(page).toHaveURL(/\/roles\/[0-9a-f-]{36}$/);

  await keyboard.reach(page.getByRole("tab", { name: "Role", exact: true }));
  await keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/tab=permissions/);
  await keyboard.use(page.getByRole("button", { name: "Edit", exact: true }));
  const toggle = permissionBox(page, "Users: See");
  await expect(toggle).toBeFocused();
  await keyboard.use(toggle, "Space");
  await expect(toggle).toBeChecked();
  await keyboard.use(page.getByRole("button", { name: "Save", exact: true }));
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeFocused();
});

test("[FM-01] [US-04] a record is edited, its history read, and roles are added by keyboard", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId } = await api.createUser({ firstName: "Ada" });
  const roleName = uniqueName("Role");
  await api.createRole({ roleName });
  const keyboard = new Keyboard(page);
  await page.goto(product.at(`/users/${userId}`));
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  const firstName = page.getByRole("textbox", { name: "First name" });
  await keyboard.use(edit);
  await expect(firstName).toBeFocused();
  await keyboard.fill(firstName, "Nobody");
  await keyboard.use(page.getByRole("button", { name: "Cancel", exact: true }));
  await expect(edit).toBeFocused();
  await expect(readField(page, "First name")).toHaveText("Ada");

  await keyboard.press("Enter");
  await keyboard.fill(firstName, "");
  await keyboard.press("Enter");
  await expect(firstName).toBeFocused();
  await expect(firstName).toHaveAccessibleDescription("Please fill in this field.");
  await keyboard.type("Augusta");
  await keyboard.press("Enter");
  await expect(readField(page, "First name")).toHaveText("Augusta");
  await expect(edit).toBeFocused();

  const history = page.getByRole("button", { name: "History" });
  await keyboard.reach(history, "Shift+Tab");
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^History of/ });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(":focus").or(dialog.and(page.locator(":focus")))).toHaveCount(1);
  await keyboard.use(dialog.getByLabel(/^Select User created/), "Space");
  await expect(dialog.getByRole("heading", { name: "User created" })).toBeVisible();
  await keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(history).toBeFocused();

  const subTabs = page.getByRole("tab", { name: "User", exact: true });
  await keyboard.reach(subTabs);
  await keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/tab=roles/);
  const add = page.getByRole("button", { name: "Add roles" }).first();
  await keyboard.use(add);
  const picker = page.getByRole("dialog", { name: /Add roles/ });
  await expect(picker.getByRole("searchbox")).toBeFocused();
  await keyboard.type(roleName);
  await expect(picker.getByRole("row")).toHaveCount(2);
  await keyboard.use(picker.getByRole("checkbox", { name: `Select ${roleName}` }), "Space");
  await keyboard.use(picker.getByRole("button", { name: "Add (1)" }));
  await expect(picker).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: roleName })).toBeVisible();
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);

  await keyboard.use(page.getByRole("checkbox", { name: `Select ${roleName}` }), "Space");
  await keyboard.use(page.getByRole("button", { name: "Remove", exact: true }));
  const question = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await expect(question).toBeVisible();
  await keyboard.use(question.getByRole("button", { name: "Remove" }));
  await expect(page.getByText("No roles yet")).toBeVisible();
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
});

test("[TB-03] tabs are switched and closed by keyboard, unsaved ones after a question", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const keyboard = new Keyboard(page);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${user.userId}`));
  await keyboard.use(page.getByRole("button", { name: "Edit", exact: true }));
  await keyboard.fill(page.getByRole("textbox", { name: "First name" }), "Unsaved");
  await keyboard.reach(workspace.activeTab, "Shift+Tab");
  await keyboard.press("Home");
  await expect(workspace.activeTab).toHaveText("Dashboard");
  await expect(workspace.activeTab).toBeFocused();
  await keyboard.press("End");
  await keyboard.press("Delete");
  await expect(workspace.dialog).toBeVisible();
  await keyboard.press("Escape");
  await expect(workspace.dialog).toHaveCount(0);
  await expect(workspace.activeTab).toBeFocused();
  await keyboard.press("Delete");
  await keyboard.use(workspace.dialog.getByRole("button", { name: /discard/i }));
  await workspace.expectTabs("Dashboard");
  // On the activated tab, or in its view.
  await expect(page.locator("[role=tab]:focus, [role=tabpanel]:focus, [role=tabpanel] :focus")).toHaveCount(
    1,
  );
});

test("[SH-09] Tab leads through every view with visible focus, and reduced motion is respected", async ({
  signedInPage: page,
  product,
  user,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  const keyboard = new Keyboard(page);
  const workspace = new WorkspacePage(page);
  const main = page.getByRole("main");
  const through = async (path: string) => {
    await expect(workspace.panel.getByRole("heading", { level: 1 })).not.toHaveCount(0);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    let isOut = false;
    let stops = 0;
    for (; stops < 120 && !isOut; stops += 1) {
      await keyboard.press("Tab");
      await keyboard.expectSeen();
      const at = await page.evaluate(() => {
        const element = document.activeElement;
        return !element || element === document.body ? "" : element.outerHTML.slice(0, 300);
      });
      isOut = stops > 3 && (at === "" || at.includes('href="#content"'));
    }
    expect(isOut, `${path} lets the focus out`).toBe(true);
    expect(stops, path).toBeGreaterThan(4);
  };
  await page.goto(product.at("/"));
  await workspace.listens();
  await through("/");
  // The bars above are the same in all views.
  for (const path of ["/users", `/users/${user.userId}`, "/roles/new", "/search?collection=users"])
    await test.step(path, async () => {
      await workspace.follow(product.at(path));
      await expect(page).toHaveURL(product.at(path));
      await main.focus();
      await through(path);
    });

  await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element);
        return (
          animationName !== "none" ||
          transitionDuration.split(",").some((time) => Number.parseFloat(time) > 0)
        );
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(moving).toEqual([]);
});
