import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { UserDetail } from "@/lib/contract/users";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import PermissionSources from "./permission-sources";

const user = { userId: "1", userName: "ava", firstName: "Ava", lastName: "Campbell" } as UserDetail;
const roles = [{ roleId: "7", roleName: "Arbeitssicherheitsbeauftragte ".repeat(3).trim() }];

test("[PM-05] the sources of permissions are one list, with each view next to its lines", async () => {
  await page.viewport(1280, 800);
  const views = ["UserView", "RoleView", "AttributeView", "AttachmentView", "ReportView"];
  const content = (
    <>
      <h1>Ava Campbell</h1>
      <PermissionSources user={user} />
    </>
  );
  await show(content, {
    answers: (api) =>
      api.answer(contract.users.permissions, () => views.map((permissionId) => ({ permissionId, roles }))),
  });
  const [first, second] = ["Users", "Roles"].map((name) => page.getByRole("region", { name, exact: true }));
  await expect.element(first as NonNullable<typeof first>).toBeVisible();
  const place = (one = first) => one?.element().getBoundingClientRect() ?? new DOMRect();
  // Rows with one or two lines have no separate box.
  expect(place(second).top - place(first).top).toBeLessThanOrEqual(76);
  await expectAccessible("where permissions come from");
  await page.viewport(320, 700);
  expect(document.documentElement.scrollWidth).toBe(320);
});

test("[PM-05] a user without permissions is referred to the roles", async () => {
  const { tabs } = await show(<PermissionSources user={user} />, {
    at: "/users/1?tab=permissions",
    answers: (api) => api.answer(contract.users.permissions, () => []),
  });
  await page.getByRole("button", { name: "Go to the roles" }).click();
  expect(tabs.getState().tabs.find(({ path }) => path === "/users/1")?.query).toEqual({ tab: "roles" });
});
