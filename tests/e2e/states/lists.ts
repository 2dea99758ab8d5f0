import { contract } from "@/lib/contract";
import { ResourceTable } from "../pages/resource";
import { button, closeOverlay, interceptResponses, noSteps, type Stage, type State } from "./state";

/** A few rows suffice, since all look alike. */
const few = "/users?pageLimit=10";

const users = ({ page }: Stage) => new ResourceTable(page, "Users");

export const listStates: readonly State[] = [
  ["users", few, (stage) => users(stage).rows.first().waitFor(), noSteps],
  [
    "filter editor",
    few,
    async ({ page }) => {
      await page.getByRole("button", { name: "Add filter" }).first().click();
      await page.getByRole("dialog").waitFor();
    },
    closeOverlay,
  ],
  [
    "users, inviting somebody",
    few,
    async (stage) => {
      await button(stage, "Invite user");
      await stage.workspace.dialog.getByRole("button", { name: "Create invitation" }).click();
      await stage.page.getByText("Please fill in this field.").waitFor();
    },
    closeOverlay,
  ],
  [
    "users, open invitations",
    few,
    async (stage) => {
      const email = `guest-${Date.now()}@example.test`;
      await stage.api.call(contract.invitations.invite, { body: { email, roleIds: [] } });
      await button(stage, "Invited");
      const list = stage.workspace.panel.getByRole("region", { name: "Open invitations" });
      await list.getByRole("checkbox", { name: `Select ${email}` }).check();
      await list.getByRole("region", { name: "Selection" }).waitFor();
    },
  ],
  [
    "users, deleting is confirmed",
    few,
    async (stage) => {
      await users(stage).rows.getByRole("checkbox").first().check();
      await users(stage).selection.getByRole("button", { name: "Delete" }).click();
      await stage.workspace.dialog.waitFor();
    },
  ],
  [
    "users, nothing found",
    "/users?phrase=nobody-is-called-this",
    (stage) => stage.page.getByText("No results").first().waitFor(),
  ],
  [
    "users, rows chosen",
    few,
    async (stage) => {
      await users(stage).rows.getByRole("checkbox").first().check();
      await users(stage).selection.waitFor();
    },
  ],
  [
    "users, loading",
    "/",
    async (stage) => {
      await interceptResponses(stage, /\/api\/users\?/);
      await stage.workspace.choose("Settings", "Users");
      await stage.page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
      await stage.page.getByRole("main").locator("[aria-busy=true]").first().waitFor();
    },
  ],
  [
    "users, not loaded",
    "/",
    async (stage) => {
      await interceptResponses(stage, /\/api\/users\?/, 500);
      await stage.workspace.choose("Settings", "Users");
      await stage.page.getByRole("main").getByRole("alert").waitFor();
    },
  ],
  ["filters in force", `${few}&filters=lastName:contains:test`, (stage) => users(stage).table.waitFor()],
  ["roles", "/roles?pageLimit=10", ({ page }) => new ResourceTable(page, "Roles").rows.first().waitFor()],
  [
    "search",
    "/search?collection=roles&pageLimit=10",
    ({ page }) => page.locator("table:visible").first().waitFor(),
  ],
  [
    "roles of a user",
    ({ subject }) => `/users/${subject.userId}?tab=roles`,
    ({ page }) => page.locator("table:visible").first().waitFor(),
  ],
  [
    "no roles",
    ({ user }) => `/users/${user.userId}?tab=roles&phrase=nothing-like-it`,
    ({ page }) => page.getByText("No results").first().waitFor(),
  ],
  [
    "users of a role",
    ({ roleId }) => `/roles/${roleId}?tab=users`,
    ({ page }) => page.locator("table:visible").first().waitFor(),
    noSteps,
  ],
  [
    "picker dialog",
    ({ roleId }) => `/roles/${roleId}?tab=users`,
    async (stage) => {
      await button(stage, "Add users");
      await stage.workspace.dialog.getByRole("row").nth(1).waitFor();
      await stage.workspace.dialog.getByRole("checkbox").last().check();
    },
  ],
];
