import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { Tooltips } from "@/components/ui/tooltips";
import { contract } from "@/lib/contract";
import { capabilities } from "@/lib/contract/endpoint";
import type { TenantDetail, TenantUser } from "@/lib/contract/tenants";
import { listOf } from "@/tests/component/fake-api";
import { ResourceTable } from "@/tests/component/resource-table";
import { type Surroundings, show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import { TenantUsers } from "./tenant-users";

const { users, resetUserSecondFactors } = contract.tenants;
const tenant = { tenantId: "7", tenantName: "Acme", tenantIdentifier: "acme" } as TenantDetail;
/** The signed-in user is `1`. */
const people: TenantUser[] = ["Byron", "Hopper"].map((lastName, index) => ({
  ...{ userId: `${index + 1}`, lastName, firstName: "", userName: lastName.toLowerCase() },
  ...{
    isAdministrator: false,
    lastLoginDate: null,
    createdOn: "2026-03-01T09:30:00.000Z",
    createdBy: "admin",
  },
}));

const table = new ResourceTable("Users");
const action = table.selection.getByRole("button", { name: "Reset second factors" });

async function showUsers(surroundings: Surroundings = {}) {
  const content = (
    <>
      <h1>Acme</h1>
      <TenantUsers tenant={tenant} />
      <Tooltips />
    </>
  );
  const shown = await show(content, {
    at: "/tenants/7?tab=users",
    ...surroundings,
    answers: (api) => {
      api.answer(users, (call) => listOf(people, call));
      api.answer(resetUserSecondFactors, () => null);
      surroundings.answers?.(api);
    },
  });
  await table.box(table.row("Hopper")).click();
  return shown;
}

beforeEach(() => page.viewport(390, 800));

test("[AU-11] second factors are not reset where a provider asks for them", async () => {
  await showUsers({ authMode: "oidc" });
  await table.expectSelected(1);
  await expect.element(action).not.toBeInTheDocument();
});

test("[AU-11] [BE-03] a server without second factors only offers to set the password", async () => {
  const others = capabilities.filter((name) => name !== "second-factors");
  await showUsers({
    answers: (api) =>
      api.answer(contract.settings.version, () => ({ version: "0.0.0", capabilities: others })),
  });
  await expect.element(table.selection.getByRole("button", { name: "Set password" })).toBeVisible();
  await expect.element(action).not.toBeInTheDocument();
});

test("[AU-11] the host resets the second factors of one other user of a tenant, with a reason", async () => {
  const { api } = await showUsers();
  await table.box(table.row("Byron")).click();
  await expect.element(action).toHaveAccessibleDescription(/Select one person/);
  await table.box(table.row("Hopper")).click();
  await expect.element(action).toHaveAccessibleDescription(/under My account/);
  await expect.element(action).toBeDisabled();
  await table.box(table.row("Hopper")).click();
  await table.box(table.row("Byron")).click();
  await action.click();
  const dialog = page.getByRole("dialog", { name: "Reset the second factors of Hopper?" });
  await expect.element(dialog).toBeVisible();
  await expectAccessible("the dialog");
  const submit = dialog.getByRole("button", { name: "Reset" });
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await submit.click();
  await expect.element(reason).toBeInvalid();
  await reason.fill("Lost the phone");
  await submit.click();
  await expect.element(page.getByText("Second factors reset.")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  const sent = api.calls.filter(({ method }) => method === "POST");
  expect(sent).toMatchObject([
    { path: "/tenants/7/users/2/second-factors/reset", body: { reason: "Lost the phone" } },
  ]);
});
