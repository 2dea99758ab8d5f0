import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Tooltips } from "@/components/ui/tooltips";
import { contract } from "@/lib/contract";
import type { UserDetail } from "@/lib/contract/users";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import PermissionSources from "./permission-sources";

const user = { userId: "1", userName: "ava", firstName: "Ava", lastName: "Campbell" } as UserDetail;
const roles = [{ roleId: "7", roleName: "Arbeitssicherheitsbeauftragte ".repeat(3).trim() }];

test("[PM-05] effective permissions are one table, and say on keyboard focus which roles grant each", async () => {
  await page.viewport(1280, 800);
  const held = ["UserView", "UserView_EditAction", "CarView", "CarView_DriveAction"];
  const content = (
    <>
      <h1>Ava Campbell</h1>
      <PermissionSources user={user} />
      <Tooltips />
    </>
  );
  await show(content, {
    answers: (api) =>
      api.answer(contract.users.permissions, () => held.map((permissionId) => ({ permissionId, roles }))),
  });
  const grid = page.getByRole("grid", { name: "Effective permissions" });
  await expect.element(grid).toBeVisible();
  const source = `From ${roles[0]?.roleName}`;
  const cell = page.getByRole("gridcell", { name: `Users: Edit: ${source}` });
  await expect.element(page.getByRole("gridcell", { name: "Users: Add: Not granted" })).toBeVisible();
  // Of an extension that this product does not know.
  await expect.element(page.getByRole("gridcell", { name: `Car: Drive: ${source}` })).toBeVisible();
  await page.getByRole("searchbox").click();
  await userEvent.keyboard("{Tab}");
  while (!grid.element().contains(document.activeElement)) await userEvent.keyboard("{Tab}");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
  await expect.element(cell).toHaveFocus();
  await expect.element(page.getByRole("tooltip")).toHaveTextContent(source);
  await expectAccessible("where permissions come from");
  await page.viewport(320, 700);
  expect(document.documentElement.scrollWidth).toBe(320);
});

test("[PM-05] a user without permissions is referred to the roles", async () => {
  const { tabs } = await show(<PermissionSources user={user} />, {
    at: "/users/1?tab=permissions",
    answers: (api) => api.answer(contract.users.permissions, () => []),
  });
  await page.getByRole("button", { name: "Go to roles" }).click();
  expect(tabs.getState().tabs.find(({ path }) => path === "/users/1")?.query).toEqual({ tab: "roles" });
});
