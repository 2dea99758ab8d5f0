import { contract } from "@/lib/contract";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { Bell } from "./pages/bell";
import { ResourceTable } from "./pages/resource";
import { expectAccessible } from "./pages/sound";
import { WorkspacePage } from "./pages/workspace-page";

test("[HO-05] home shows recent records, tasks and changes", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, user }) => {
  const workspace = new WorkspacePage(page);
  const part = (name: string) => workspace.panel.getByRole("region", { name });
  const [roleName, lastName] = [uniqueName("Role"), uniqueName("Person")];
  const name = `Eva ${lastName}`;
  const roleId = await api.createRole({ roleName });
  await api.call(contract.users.addRoles, { params: { userId: user.userId }, body: { roleIds: [roleId] } });
  const { userId, userName, email } = await api.createUser({ lastName });
  const edit = { userName, firstName: "Eva", lastName, email };
  await api.call(contract.users.save, { params: { userId }, body: edit });

  // The changes are visible before any script runs.
  await page.goto(product.at("/"));
  await expect(part("Latest changes").getByRole("link", { name }).first()).toBeVisible();
  await expect(
    part("Latest changes").getByRole("listitem").filter({ hasText: name }).locator("ins").first(),
  ).toContainText("Eva");
  await expect(part("Continue")).toContainText("Records that you open appear here.");
  await expectAccessible(page, "home");

  await part("Latest changes").getByRole("link", { name }).first().click();
  await expect(page).toHaveURL(product.at(`/users/${userId}`));
  await expect(workspace.activeTab).toHaveText(name);
  await workspace.tab("Dashboard").click();
  const recent = part("Continue").getByRole("listitem");
  await expect(recent).toHaveText([new RegExp(`^${name}Users`)]);

  await part("Needs attention").getByRole("button", { name: "1 unread notification" }).click();
  const bell = new Bell(page);
  await bell.notifications.getByRole("link").click();
  await expect(page).toHaveURL(product.at(`/roles/${roleId}`));
  await expect(workspace.activeTab).toHaveText(roleName);
  await workspace.tab("Dashboard").click();
  await expect(recent).toHaveText([new RegExp(`^${roleName}Roles`), new RegExp(`^${name}Users`)]);
  await expect(part("Needs attention").getByRole("button")).toHaveCount(0);

  await part("Needs attention")
    .getByRole("link", { name: /never signed in/ })
    .click();
  await expect(page).toHaveURL((url) => url.searchParams.get("filters") === "lastLoginDate:empty");
  await expect(new ResourceTable(page, "Users").rows.first()).toBeVisible();

  await workspace.tab("Dashboard").click();
  await workspace.panel.getByRole("searchbox", { name: "Search phrase" }).fill(lastName);
  await workspace.panel.getByRole("searchbox", { name: "Search phrase" }).press("Enter");
  await expect(page).toHaveURL((url) => url.pathname.endsWith("/search"));
  await expect(new ResourceTable(page, "Users").rows).toHaveCount(1);

  await page.reload();
  await workspace.tab("Dashboard").click();
  await recent.getByRole("link", { name }).click();
  await expect(page).toHaveURL(product.at(`/users/${userId}`));
});

test("[HO-05] [PM-01] without permissions home shows only the user's own data", async ({
  page,
  product,
  api,
}) => {
  const user = await api.createUser({ permissions: [] });
  await signIn(page, product, user);
  await page.goto(product.at("/"));
  const workspace = new WorkspacePage(page);
  await expect(workspace.panel.getByRole("region", { name: "Needs attention" })).toContainText(
    /unread|caught up/,
  );
  await expect(workspace.panel.getByText("No shortcuts yet")).toBeVisible();
  await expect(workspace.panel.getByRole("region", { name: "Latest changes" })).toHaveCount(0);
  await expect(workspace.panel.getByRole("search")).toHaveCount(0);
});

test("[HO-05] [US-02] invitation tasks link to filtered lists; first steps link and can be dismissed", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  // The test installation has its own data.
  const overview = {
    unread: 0,
    changes: [],
    checklist: { others: false, role: true },
    invitations: { open: 100, expired: 1 },
  };
  await page.route("**/api/home", (route) => route.fulfill({ json: overview }));
  await page.goto(product.at("/my-account"));
  await workspace.tab("Dashboard").click();
  await test.step("invitation tasks link to the filtered list", async () => {
    const needs = workspace.panel.getByRole("region", { name: "Needs attention" });
    await expect(needs.getByRole("listitem")).toHaveText([
      "1 expired invitation",
      "99+ open invitations, not e-mailed",
    ]);
    const asked = page.waitForRequest(/\/users\/invitations\?.*filters=/);
    await needs.getByRole("link", { name: "1 expired invitation" }).click();
    expect(new URL((await asked).url()).searchParams.get("filters")).toBe("state:oneOf:expired");
    await expect(workspace.panel.getByRole("region", { name: "Open invitations" })).toBeVisible();
    await expect(page).toHaveURL(/\/users\?.*invitations=all/);
    await workspace.tab("Dashboard").click();
  });

  const steps = workspace.panel.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("listitem")).toHaveText(["Create a roleDone", "Invite someone"]);
  await expectAccessible(page, "first steps");
  await steps.getByRole("link", { name: "Invite someone" }).click();
  await expect(page.getByRole("dialog", { name: "Invite a user" })).toBeVisible();
  await page.keyboard.press("Escape");

  await workspace.tab("Dashboard").click();
  const saved = page.waitForResponse(
    (response) => response.url().endsWith("/user/settings") && response.request().method() === "PUT",
  );
  await steps.getByRole("button", { name: "Hide the first steps" }).click();
  await expect(steps).toHaveCount(0);
  await expect(workspace.panel).toBeFocused();
  await saved;
  await page.reload();
  await expect(workspace.panel.getByRole("region", { name: "Continue" })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
