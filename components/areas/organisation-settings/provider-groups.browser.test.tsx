import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { contract } from "@/lib/contract";
import { listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import ProviderGroups from "./provider-groups";

const calls = contract["organisation-settings"];
const group = (groupName: string, roleName: string) => ({
  providerGroupId: `${groupName}-${roleName}`,
  groupName,
  roleId: roleName,
  roleName,
  createdOn: "2026-03-01T09:30:00.000Z",
  createdBy: "admin",
});

async function showGroups(width: number, status = 204) {
  await page.viewport(width, 800);
  let groups = [group("/sales", "Sales")];
  const content = (
    <>
      <h1>Organisation</h1>
      <ProviderGroups />
    </>
  );
  return show(content, {
    at: "/organisation-settings?tab=groups",
    answers: (api) => {
      api.answer(calls.providerGroups, (call) => listOf(groups, call));
      api.answer(contract.dictionaries.roles, (call) =>
        listOf([{ id: "7", name: "Support", isDefault: false }], call),
      );
      api.answer(calls.addProviderGroup, ({ body }) => {
        if (status >= 400)
          return Response.json(
            {
              status,
              code: "permissionNotHeld",
              title: "Forbidden",
              message: "You can only grant your own.",
            },
            { status },
          );
        groups = [...groups, group((body as { groupName: string }).groupName, "Support")];
        return null;
      });
      api.answer(calls.removeProviderGroups, () => {
        groups = [];
        return null;
      });
    },
  });
}

async function add(name: string) {
  await page.getByRole("button", { name: "Add group" }).click();
  const dialog = page.getByRole("dialog", { name: "Add group" });
  await dialog.getByRole("textbox", { name: /^Group/ }).fill(name);
  await dialog.getByRole("combobox", { name: "Roles", exact: true }).fill("Support");
  await expect.element(page.getByRole("option", { name: "Support" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expectAccessible("the dialog");
  await dialog.getByRole("button", { name: "Add group" }).click();
  return dialog;
}

test.each([390, 1280])(
  "[US-07] a group of the provider is added with roles and removed, at %i px",
  async (width) => {
    const { api } = await showGroups(width);
    const grid = page.getByRole("grid", { name: "Groups of the identity provider" });
    await expect.element(grid).toHaveTextContent("/sales");
    await expectAccessible("the table");
    const dialog = await add(" /support ");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(grid).toHaveTextContent("/support");
    const sent = api.calls.filter(({ method }) => method === "POST").map(({ body }) => body);
    expect(sent).toEqual([{ groupName: "/support", roleIds: ["7"] }]);
    await grid.getByRole("checkbox").first().click();
    await page.getByRole("button", { name: "Remove group", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove group" }).click();
    await expect.element(page.getByText("No groups yet")).toBeVisible();
  },
);

test("[US-07] the dialog shows the refusal of a role that the user cannot grant, and keeps its input", async () => {
  await showGroups(1280, 403);
  const dialog = await add("/support");
  await expect.element(dialog.getByText("You can only grant your own.")).toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: /^Group/ })).toHaveValue("/support");
});
