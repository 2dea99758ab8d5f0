import { contract } from "@/lib/contract";
import { administratorRoleId } from "../../support/api-client";
import { edit, save } from "../pages/resource";
import {
  button,
  cancelEditing,
  closeOverlay,
  interceptResponses,
  noSteps,
  openSubTab,
  type Stage,
  type State,
} from "./state";

const user = ({ subject }: Stage) => `/users/${subject.userId}`;
const role = ({ roleId }: Stage) => `/roles/${roleId}`;

/** Edits a first name without saving. */
const typeName = async ({ page }: Stage, name = "Grace") => {
  await edit(page);
  await page.getByRole("textbox", { name: "First name" }).fill(name);
};

export const recordStates: readonly State[] = [
  ["user", user, ({ page }) => page.getByRole("button", { name: "Edit", exact: true }).waitFor(), noSteps],
  [
    "user, history",
    user,
    async (stage) => {
      await button(stage, "History");
      await stage.workspace.dialog.getByRole("row").nth(1).click();
      await stage.workspace.dialog.locator("table").nth(1).waitFor();
    },
    closeOverlay,
  ],
  [
    "user, password",
    user,
    async (stage) => {
      await button(stage, "Set password");
      await stage.workspace.dialog.getByRole("button", { name: "Set password" }).click();
      await stage.workspace.dialog.locator("[aria-invalid=true]").first().waitFor();
    },
    closeOverlay,
  ],
  [
    "user, new API key",
    user,
    async (stage) => {
      await button(stage, "Generate API key");
      const { dialog } = stage.workspace;
      await dialog.getByRole("button", { name: "Generate API key" }).click();
      await dialog.getByText("Copy the key now").waitFor();
      await dialog.getByRole("grid").waitFor();
    },
    async (stage) => {
      await stage.workspace.dialog.getByRole("button", { name: "Close", exact: true }).click();
      await stage.workspace.dialog.waitFor({ state: "hidden" });
    },
  ],
  ["user, being edited", user, (stage) => typeName(stage), cancelEditing],
  [
    "user, invalid",
    user,
    async (stage) => {
      await typeName(stage, "");
      await save(stage.page);
      await stage.page.getByText("Please fill in this field.").first().waitFor();
    },
    cancelEditing,
  ],
  [
    "user, tab closed with unsaved changes",
    user,
    async (stage) => {
      await typeName(stage);
      await stage.workspace.activeTab.press("Delete");
      await stage.workspace.dialog.waitFor();
    },
    async (stage) => {
      await closeOverlay(stage);
      await cancelEditing(stage);
    },
  ],
  [
    "user, not saved",
    user,
    async (stage) => {
      await typeName(stage, "Not saved");
      await interceptResponses(stage, /\/api\/users\/[0-9a-f-]{36}$/, 403);
      await save(stage.page);
      await stage.page.getByRole("alert").filter({ hasText: "Not saved" }).waitFor();
    },
    cancelEditing,
  ],
  [
    "user, saved by two",
    user,
    async (stage) => {
      await typeName(stage, "Saved second");
      const { userId, userName, lastName, email } = stage.subject;
      await stage.api.call(contract.users.save, {
        params: { userId },
        body: { userName, lastName, email, firstName: `Theirs ${Date.now()}` },
      });
      await save(stage.page);
      await stage.page.getByRole("dialog", { name: "Someone else has saved this record" }).waitFor();
    },
  ],
  [
    "user, saved",
    user,
    async (stage) => {
      await typeName(stage, `Saved ${Date.now()}`);
      await save(stage.page);
      await stage.workspace.toasts.first().hover();
    },
  ],
  ["new user", "/users/new", ({ page }) => page.getByRole("button", { name: "Create user" }).click()],
  ["new role", "/roles/new", ({ page }) => page.getByRole("button", { name: "Create role" }).click()],
  ["role", role, ({ page }) => page.getByRole("button", { name: "Edit", exact: true }).waitFor(), noSteps],
  [
    "permissions",
    role,
    async (stage) => {
      await openSubTab(stage, "Permissions");
      await stage.page.getByRole("searchbox", { name: "Search permissions" }).waitFor();
    },
    noSteps,
  ],
  [
    "permissions, being edited",
    role,
    async (stage) => {
      await openSubTab(stage, "Permissions");
      await edit(stage.page);
      await stage.page.getByRole("checkbox", { name: "Users: See" }).waitFor();
    },
  ],
  [
    "built-in role",
    `/roles/${administratorRoleId}`,
    ({ page }) => page.getByRole("button", { name: "Edit", exact: true }).waitFor(),
  ],
  [
    "a user who is not there",
    "/users/00000000-0000-4000-8000-00000000dead",
    ({ page }) => page.getByText("Error! item not found").waitFor(),
  ],
];
