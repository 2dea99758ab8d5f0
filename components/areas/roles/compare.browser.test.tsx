import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { RoleRow } from "@/lib/contract/roles";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import CompareRoles from "./compare";

const rows = ["Arbeitssicherheitsbeauftragte", "Controlling"].map(
  (roleName): RoleRow => ({
    ...{ roleId: roleName, roleName, isDefault: false, isBuiltIn: false, userCount: 0, permissionCount: 1 },
    ...{ createdOn: "2026-03-01T09:30:00.000Z", createdBy: "admin" },
  }),
);

test("[PM-05] [SH-09] two roles are compared in one table, also on a phone", async () => {
  await page.viewport(390, 844);
  await show(<CompareRoles rows={rows} />, {
    answers: (api) =>
      api.answer(contract.roles.permissions, ({ path }) => [
        {
          view: {
            ...{ permissionId: "UserView", parentPermissionId: null, permissionType: "View" as const },
            ...{ permissionLabel: "UserView", permissionValue: path.includes("Controlling") },
          },
          ...{ actions: [], segments: [] },
        },
      ]),
  });
  await page.getByRole("button", { name: "Compare" }).click();
  await expect.element(page.getByRole("rowheader", { name: "Users" })).toBeVisible();
  const cell = page.getByRole("gridcell", { name: "Users: See: Only Controlling" });
  // The letter stands for the second role.
  await expect.element(cell).toHaveTextContent(/^B/);
  const legend = page.getByRole("list", { name: "Roles" }).getByRole("listitem");
  expect(legend.elements().map((item) => item.textContent)).toEqual([
    "AArbeitssicherheitsbeauftragte",
    "BControlling",
  ]);
  for (const item of legend.elements()) expect(item.scrollWidth).toBeLessThanOrEqual(item.clientWidth);
  await expectAccessible("a comparison of roles", "[role=dialog]");
});
