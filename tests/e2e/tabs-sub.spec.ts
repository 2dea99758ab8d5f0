import { contract } from "@/lib/contract";
import { expect, signIn, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

test("[TB-09] the navigation of sub-tabs collapses to icons, and that is a setting of the user", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${user.userId}`));
  const list = workspace.panel.getByRole("tablist", { name: "Sections" });
  const roles = list.getByRole("tab", { name: "Roles" });
  const wide = (await roles.boundingBox())?.width ?? 0;
  const saved = page.waitForResponse(
    (response) => response.url().includes("/api/user/settings") && response.request().method() === "PUT",
  );
  await workspace.panel.getByRole("button", { name: "Collapse navigation" }).click();
  await expect.poll(async () => (await roles.boundingBox())?.width).toBeLessThan(wide / 2);
  const answer = await saved;
  expect(answer.ok()).toBe(true);
  expect(answer.request().postDataJSON()).toEqual({ subTabsExpanded: false });

  // Collapsed everywhere, and still after a reload, by its name for assistive technology.
  await page.goto(product.at("/playground"));
  await expect(workspace.panel.getByRole("button", { name: "Expand navigation" })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  await page.goto(product.at(`/users/${user.userId}`));
  await roles.click();
  await expect(page).toHaveURL(/\?tab=roles$/);
  await expect(roles).toHaveAttribute("aria-selected", "true");
  await workspace.panel.getByRole("button", { name: "Expand navigation" }).click();
  await expect.poll(async () => (await roles.boundingBox())?.width).toBe(wide);
});

test("[TB-09] [PM-01] sub-tabs without permission are not shown, and cannot be reached by address", async ({
  page,
  product,
  api,
}) => {
  const reader = await api.createUser({ permissions: ["RoleView", "RoleView_UserSection"] });
  const roleId = await api.createRole();
  await signIn(page, product, reader);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/roles/${roleId}?tab=permissions`));
  const tabs = workspace.panel.getByRole("tablist", { name: "Sections" }).getByRole("tab");
  await expect(tabs).toHaveText([/Role/, /Users/]);
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
  await page.goto(product.at(`/roles/${roleId}?tab=users`));
  await expect(tabs.last()).toHaveAttribute("aria-selected", "true");
});

test("[TB-09] an unknown sub-tab in the address falls back to the first; its case does not matter", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  const tabs = workspace.panel.getByRole("tablist", { name: "Sections" }).getByRole("tab");
  await page.goto(product.at(`/users/${user.userId}?tab=nothing`));
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
  await expect(workspace.panel.getByText(user.userName).first()).toBeVisible();
  await page.goto(product.at(`/users/${user.userId}?tab=ROLES`));
  await expect(tabs.last()).toHaveAttribute("aria-selected", "true");
});

test("[TB-09] sub-tabs work by keyboard, each with what it held", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const other = await api.createUser();
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${other.userId}`));
  const field = await workspace.editFirstName("Grace");
  const tabs = workspace.panel.getByRole("tablist", { name: "Sections" }).getByRole("tab");
  await tabs.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(tabs.last()).toBeFocused();
  await expect(tabs.last()).toHaveAttribute("aria-selected", "true");
  await expect(field).toBeHidden();
  await page.keyboard.press("Home");
  await expect(field).toHaveValue("Grace");
  const { firstName } = await api.call(contract.users.detail, { params: { userId: other.userId } });
  expect(firstName).toBe("Ada");
});
