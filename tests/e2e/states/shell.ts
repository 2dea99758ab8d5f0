import { closeOverlay, disturb, openMenu, type State, stay } from "./state";

export const shellStates: readonly State[] = [
  ["home", "/", ({ workspace }) => workspace.panel.waitFor(), stay],
  ["main menu", "/", (stage) => openMenu(stage, "Main menu"), closeOverlay],
  ["settings menu", "/", (stage) => openMenu(stage, "Settings"), closeOverlay],
  ["info menu", "/", (stage) => openMenu(stage, "Information"), closeOverlay],
  ["user menu", "/", (stage) => openMenu(stage, "User menu"), closeOverlay],
  ["language menu", "/", (stage) => openMenu(stage, "Language"), closeOverlay],
  [
    "about",
    "/",
    async ({ workspace }) => {
      await workspace.choose("Information", "About");
      await workspace.dialog.waitFor();
    },
    closeOverlay,
  ],
  [
    "many tabs",
    "/",
    async ({ page, workspace }) => {
      for (const name of ["Users", "Roles"]) await workspace.choose("Settings", name);
      await page.getByRole("main").locator("table:visible").first().waitFor();
    },
  ],
  [
    "menu of a tab",
    "/roles",
    async ({ page, workspace }) => {
      await workspace.activeTab.press("Shift+F10");
      await page.getByRole("menu").waitFor();
    },
    closeOverlay,
  ],
  [
    "list of all tabs",
    "/roles",
    async ({ page }) => {
      await page.getByRole("button", { name: /^Search \d+ open tab/ }).click();
      await page.getByRole("combobox", { name: "Search tabs" }).waitFor();
    },
    closeOverlay,
  ],
  [
    "a pinned tab",
    "/roles",
    async ({ page, workspace }) => {
      await workspace.tab("Roles").click({ button: "right" });
      await page.getByRole("menuitem", { name: "Pin" }).click();
      await workspace.choose("Settings", "Users");
      await page.getByRole("main").locator("table:visible").first().waitFor();
    },
  ],
  ["no such view", "/nowhere", ({ page }) => page.getByText("Error! item not found").waitFor()],
  [
    "the session has ended",
    "/",
    async (stage) => {
      await disturb(stage, /\/api\/roles\?/, 401);
      await stage.workspace.choose("Settings", "Roles");
      await stage.page.getByRole("dialog", { name: "Sign in again" }).waitFor();
    },
  ],
  [
    "the server is away",
    "/",
    async (stage) => {
      await disturb(stage, /\/api\//, 503);
      await stage.workspace.choose("Settings", "Roles");
      await stage.page
        .getByText(/cannot be reached/)
        .first()
        .waitFor();
      await stage.page.getByRole("heading", { level: 1, name: "Roles" }).waitFor();
    },
  ],
  [
    "what can only be read and scrolled",
    "/playground?tab=states",
    ({ page }) => page.getByRole("heading", { level: 2 }).first().waitFor(),
  ],
  [
    "fields",
    "/playground?tab=fields",
    ({ page }) => page.getByRole("heading", { level: 2 }).first().waitFor(),
  ],
  ["icons", "/playground", ({ page }) => page.getByRole("gridcell").first().waitFor()],
  ...["password", "identity-providers", "api-keys", "preferences"].map(
    (tab): State => [
      `my account, ${tab}`,
      `/my-account?tab=${tab}`,
      ({ workspace }) => workspace.panel.getByRole("heading", { level: 2 }).first().waitFor(),
    ],
  ),
  [
    "my account",
    "/my-account",
    ({ workspace }) => workspace.panel.getByRole("heading").first().waitFor(),
    stay,
  ],
  [
    "my account, being edited",
    "/my-account",
    async ({ page }) => {
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await page.getByRole("textbox", { name: "First name" }).fill("");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Please fill in this field.").waitFor();
    },
  ],
];
