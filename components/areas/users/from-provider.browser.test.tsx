import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { EditScopeProvider } from "@/components/resource/form/edit-scope";
import { Tooltips } from "@/components/ui/tooltips";
import { contract } from "@/lib/contract";
import type { UserDetail } from "@/lib/contract/users";
import { listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import { userRows } from "@/tests/support/user-rows";
import PermissionSources from "./permission-sources";
import { UserFacts } from "./user-facts";
import { UserRoles } from "./user-roles";

const given = { roleId: "7", roleName: "Support", isFromProvider: true };
const byHand = { roleId: "8", roleName: "Sales" };
const user = { ...userRows(1)[0], roles: [given, byHand] } as UserDetail;
const held = [given, { ...byHand, isFromProvider: false }].map((role) => ({
  ...role,
  createdOn: "2026-03-01T09:30:00.000Z",
  createdBy: "admin",
}));

test("[US-07] roles of the provider are marked beside the form and in the permissions", async () => {
  const nothing = () => undefined;
  await show(
    <EditScopeProvider>
      <h1>Ada</h1>
      <UserFacts user={user} onPassword={nothing} onApiKeys={nothing} />
      <PermissionSources user={user} />
      <Tooltips />
    </EditScopeProvider>,
    {
      authMode: "oidc",
      answers: (api) => {
        api.answer(contract.users.signIns, () => []);
        api.answer(contract.users.apiKeys, (call) => listOf([], call));
        api.answer(contract.users.permissions, () => [{ permissionId: "UserView", roles: [given, byHand] }]);
      },
    },
  );
  const chips = page.getByRole("list", { name: "Roles" });
  await expect
    .element(chips.first().getByRole("listitem").first())
    .toHaveTextContent("Supportfrom the provider");
  await expect.element(chips.first().getByRole("listitem").nth(1)).toHaveTextContent(/^Sales$/);
  const cell = page.getByRole("gridcell", { name: /From Support \(from the provider\) and Sales/ });
  await expect.element(cell.first()).toBeInTheDocument();
  await expectAccessible("where roles come from");
});

test("[US-07] [US-04] a role of the provider cannot be removed by hand, and the button explains why", async () => {
  await page.viewport(390, 800);
  await show(
    <EditScopeProvider>
      <h1>Ada</h1>
      <UserRoles user={user} />
      <Tooltips />
    </EditScopeProvider>,
    { answers: (api) => api.answer(contract.users.roles, (call) => listOf(held, call)) },
  );
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  const remove = page.getByRole("button", { name: "Remove", exact: true });
  await row("Sales").getByRole("checkbox").click();
  await expect.element(remove).not.toHaveAttribute("aria-disabled", "true");
  await row("Support").getByRole("checkbox").click();
  await expect.element(remove).toHaveAttribute("aria-disabled", "true");
  await remove.hover();
  await expect.element(page.getByRole("tooltip")).toHaveTextContent(/^Some of these roles come from a group/);
  await expectAccessible("a role that stays");
});
