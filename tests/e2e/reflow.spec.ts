import { expect, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

// The viewport of a 1280 × 1024 screen at 400 % zoom (WCAG 1.4.10).
test.use({ viewport: { width: 320, height: 256 } });

test("[SH-09] at 400 % zoom rows, fields and buttons of every kind of view are reachable", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleId = await api.createRole({});
  const user = await api.createUser({ roleIds: [roleId] });
  const workspace = new WorkspacePage(page);
  /** Expects all targets to be reachable without horizontal scrolling. */
  const expectInSight = async (...targets: ["link" | "button" | "textbox", string][]) => {
    for (const [role, name] of targets) {
      const target = workspace.panel.getByRole(role, { name }).first();
      // Scrolls to it, and fails if it is covered.
      await target.click({ trial: true });
      await expect(target).toBeInViewport({ ratio: 0.9 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  };
  await page.goto(product.at(`/roles/${roleId}?tab=users`));
  await workspace.listens();
  await expectInSight(["link", user.userName], ["button", "Add users"]);
  await workspace.choose("Settings", "Roles");
  await expectInSight(["link", "Administrator"], ["button", "Export"]);
  await page.goto(product.at(`/users?phrase=${user.userName}`));
  await workspace.listens();
  await expectInSight(["link", user.userName], ["link", "New user"]);
  await workspace.panel.getByRole("link", { name: "New user" }).first().click();
  await expectInSight(["textbox", "Username"], ["button", "Create user"]);
  await workspace.tab("Users").click();
  await workspace.panel.getByRole("link", { name: user.userName }).click();
  await expectInSight(["button", "Edit"], ["button", "More actions"]);
  await page.goto(product.at(`/search?collection=users&phrase=${user.userName}`));
  await workspace.listens();
  await expectInSight(["link", user.userName], ["button", "Search"]);
});
