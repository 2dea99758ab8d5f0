import type { Page } from "@playwright/test";
import { contract } from "@/lib/contract";
import { expect, test, uniqueName } from "./fixtures/test";
import { edit, ResourceTable, readField } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

/** Holds responses until released. */
async function holdResponses(page: Page, address: RegExp) {
  const asked: string[] = [];
  let release = () => {};
  const gone = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    asked.push(route.request().url());
    await gone;
    await route.continue();
  });
  return { asked, letGo: release };
}

test("[FM-01] [RT-04] a record renders from its list row, is editable once loaded, or reported missing", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const person = await api.createUser();
  await page.goto(product.at(`/users?phrase=${person.userName}`));
  const workspace = new WorkspacePage(page);
  await workspace.listens();
  const { asked, letGo: release } = await holdResponses(page, new RegExp(`/api/users/${person.userId}$`));
  await new ResourceTable(page, "Users").row(person.userName).getByRole("link").click();

  await expect(workspace.panel.getByRole("heading", { level: 1 })).toHaveText(`Ada ${person.lastName}`);
  await expect(readField(page, "E-mail")).toHaveText(person.email);
  await expect(workspace.activeTab).toHaveText(new RegExp(person.lastName));
  await expect(workspace.panel.locator("[aria-busy=true]").first()).toBeVisible();
  for (const name of ["Edit", "Delete", "Set password"]) {
    const button = workspace.panel.getByRole("button", { name, exact: true });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription("Wait until the whole record has loaded");
  }
  expect(asked).toHaveLength(1);

  release();
  await expect(workspace.panel.getByRole("heading", { name: "Preferences" })).toBeVisible();
  await expect(workspace.panel.locator("[aria-busy=true]")).toHaveCount(0);
  await edit(page);
  await expect(page.getByRole("textbox", { name: "E-mail" })).toHaveValue(person.email);

  await test.step("a record deleted before it is opened", async () => {
    const roleName = uniqueName("Role");
    const roleId = await api.createRole({ roleName });
    await workspace.follow(product.at(`/roles?phrase=${encodeURIComponent(roleName)}`));
    const row = new ResourceTable(page, "Roles").row(roleName);
    await expect(row).toBeVisible();
    await api.call(contract.roles.remove, { query: { roleIds: [roleId] } });
    const held = await holdResponses(page, new RegExp(`/api/roles/${roleId}$`));
    await row.getByRole("link").click();
    await expect(workspace.panel.getByRole("heading", { level: 1 })).toHaveText(roleName);
    held.letGo();
    await expect(workspace.panel.getByText("The record has been deleted").first()).toBeVisible();
    await expect(workspace.panel.getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
  });
});

test("[RT-02] [FM-09] visited lists and records are shown at once and refreshed in the background", async ({
  signedInPage: page,
  product,
  api,
}) => {
  await page.clock.install();
  const phrase = uniqueName("seen");
  const people = await Promise.all(
    Array.from({ length: 11 }, (_, at) => api.createUser({ firstName: phrase, lastName: `Seen ${10 + at}` })),
  );
  const first = people[0];
  if (!first) throw new Error("Nobody was made.");
  const { userId, firstName, lastName, userName } = first;
  await page.goto(product.at(`/users?phrase=${phrase}`));
  const workspace = new WorkspacePage(page);
  const table = new ResourceTable(page, "Users");
  await workspace.listens();
  await expect(table.rows).toHaveCount(10);
  await table.pages.getByRole("button", { name: "Next page" }).click();
  await expect(table.row("Seen 20")).toBeVisible();
  await expect(table.rows).toHaveCount(1);

  await page.clock.fastForward("30:00");
  const list = await holdResponses(page, /\/api\/users\?/);
  await api.call(contract.users.save, {
    params: { userId },
    body: { firstName, lastName, userName, email: `new-${first.email}` },
  });
  await table.pages.getByRole("button", { name: "Previous page" }).click();
  await expect(table.rows).toHaveCount(10);
  await expect(table.row(first.email)).toBeVisible();
  await expect.poll(() => list.asked).toHaveLength(1);
  list.letGo();
  await expect(table.row(`new-${first.email}`)).toBeVisible();

  await table.row(userName).getByRole("link").click();
  await expect(readField(page, "E-mail")).toHaveText(`new-${first.email}`);
  await expect(workspace.panel.getByRole("heading", { name: "Preferences" })).toBeVisible();
  await workspace.closeButton(`${phrase} Seen 10`).click();
  await page.clock.fastForward("30:00");
  const record = await holdResponses(page, new RegExp(`/api/users/${userId}$`));
  await table.row(userName).getByRole("link").click();
  await expect(workspace.panel.getByRole("heading", { name: "Preferences" })).toBeVisible();
  await expect.poll(() => record.asked).toHaveLength(1);
  const editButton = workspace.panel.getByRole("button", { name: "Edit", exact: true });
  await expect(editButton).toHaveAttribute("aria-disabled", "true");
  record.letGo();
  await expect(editButton).not.toHaveAttribute("aria-disabled");
});
