import { closeOverlay, interceptResponses, noSteps, openMenu, openSubTab, type State } from "./state";

export const shellStates: readonly State[] = [
  ["home", "/", ({ workspace }) => workspace.panel.waitFor(), noSteps],
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
    noSteps,
  ],
  [
    "menu of a tab",
    "/",
    async ({ page, workspace }) => {
      await workspace.activeTab.press("Shift+F10");
      await page.getByRole("menu").waitFor();
    },
    closeOverlay,
  ],
  [
    "list of all tabs",
    "/",
    async ({ page }) => {
      await page.getByRole("button", { name: /^Search \d+ open tab/ }).click();
      await page.getByRole("combobox", { name: "Search tabs" }).waitFor();
    },
    closeOverlay,
  ],
  [
    "a pinned tab",
    "/",
    async ({ page, workspace }) => {
      await workspace.choose("Settings", "Roles");
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
      await interceptResponses(stage, /\/api\/roles\?/, 401);
      await stage.workspace.choose("Settings", "Roles");
      await stage.page.getByRole("dialog", { name: "Sign in again" }).waitFor();
    },
  ],
  [
    "the server is away",
    "/",
    async (stage) => {
      await interceptResponses(stage, /\/api\//, 503);
      await stage.workspace.choose("Settings", "Roles");
      await stage.page
        .getByText(/cannot be reached/)
        .first()
        .waitFor();
      await stage.page.getByRole("heading", { level: 1, name: "Roles" }).waitFor();
    },
  ],
  ["icons", "/playground", ({ page }) => page.getByRole("gridcell").first().waitFor(), noSteps],
  ["what can only be read and scrolled", "/playground", (stage) => openSubTab(stage, "States"), noSteps],
  ["fields", "/playground", (stage) => openSubTab(stage, "Fields")],
  [
    "my account",
    "/my-account",
    ({ workspace }) => workspace.panel.getByRole("heading").first().waitFor(),
    noSteps,
  ],
  ...["Security", "Identity providers", "API keys", "Preferences"].map(
    (name): State => [`my account, ${name}`, "/my-account", (stage) => openSubTab(stage, name), noSteps],
  ),
  [
    "my account, being edited",
    "/my-account",
    async (stage) => {
      const { page } = stage;
      await openSubTab(stage, "Personal data");
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await page.getByRole("textbox", { name: "First name" }).fill("");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Please fill in this field.").waitFor();
    },
  ],
];
