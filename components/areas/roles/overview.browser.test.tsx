import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { PermissionNode, RoleDetail } from "@/lib/contract/roles";
import { listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import { userRows } from "@/tests/support/user-rows";
import { RoleOverview } from "./overview";

const role: RoleDetail = {
  ...{
    roleId: "7",
    roleName: "Sales",
    isDefault: false,
    isBuiltIn: false,
    userCount: 10,
    permissionCount: 3,
  },
  ...{
    createdOn: "2026-03-01T09:30:00.000Z",
    createdBy: "admin",
    updatedOn: null,
    updatedBy: null,
    version: 1,
  },
};

const permission = (id: string, permissionType: "View" | "Action", permissionValue: boolean) => ({
  ...{ permissionId: id, parentPermissionId: null, permissionLabel: id, permissionType, permissionValue },
});

const nodes: PermissionNode[] = [
  {
    view: permission("UserView", "View", true),
    actions: [
      permission("UserView_AddAction", "Action", true),
      permission("UserView_DeleteAction", "Action", false),
    ],
    segments: [],
  },
  { view: permission("RoleView", "View", true), actions: [], segments: [] },
  { view: permission("ReportView", "View", false), actions: [], segments: [] },
];

const onChoose = vi.fn();

const showOverview = (more: Partial<RoleDetail> = {}) =>
  show(
    <>
      <h1>Sales</h1>
      <RoleOverview role={{ ...role, ...more }} onChoose={onChoose} />
    </>,
    {
      at: "/roles/7",
      answers(api) {
        api.answer(contract.roles.permissions, () => nodes);
        api.answer(contract.roles.users, (call) => ({ ...listOf(userRows(8), call), totalCount: 10 }));
      },
    },
  );

test("[US-03] a role shows a summary of its permissions and users, linked to both", async () => {
  const { tabs } = await showOverview();
  const permits = page.getByRole("region", { name: "Permissions" });
  await expect.element(permits.getByRole("definition").first()).toHaveTextContent(/^Add$/);
  await expect.element(permits.getByRole("definition").nth(1)).toHaveTextContent("View only");
  expect(permits.getByText("Reports").elements()).toEqual([]);
  const holders = page.getByRole("region", { name: "Users" });
  expect(holders.getByRole("link").elements()).toHaveLength(8);
  await expect.element(holders.getByText("and 2 more")).toBeVisible();
  await expectAccessible("the overview of a role");
  await holders.getByRole("button", { name: "Show users" }).click();
  expect(tabs.getState().tabs.find(({ path }) => path === "/roles/7")?.query).toMatchObject({ tab: "users" });
});

test("[US-03] a role without permissions and users makes no calls, and leads to its permissions", async () => {
  const { api, tabs } = await showOverview({ userCount: 0, permissionCount: 0 });
  await expect.element(page.getByText("No permissions yet.")).toBeVisible();
  await expect.element(page.getByText("No users yet.")).toBeVisible();
  await page.getByRole("button", { name: "Choose permissions" }).click();
  expect(onChoose).toHaveBeenCalledOnce();
  expect(tabs.getState().tabs.find(({ path }) => path === "/roles/7")?.query).toMatchObject({
    tab: "permissions",
  });
  expect(api.calls.filter(({ path }) => path.startsWith("/roles"))).toEqual([]);
});
