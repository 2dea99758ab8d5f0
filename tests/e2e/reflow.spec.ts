import { expect, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

// What is left of a screen of 1280 × 1024 at 400 % (WCAG 1.4.10).
test.use({ viewport: { width: 320, height: 256 } });

test("[SH-09] at 400 % zoom rows, fields and buttons of every kind of view come into sight", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleId = await api.createRole({});
  const user = await api.createUser({ roleIds: [roleId] });
  const workspace = new WorkspacePage(page);
  const places = [
    [`/users?phrase=${user.userName}`, ["link", user.userName], ["link", "New user"]],
    ["/roles", ["link", "Administrator"], ["button", "Export"]],
    [`/search?collection=users&phrase=${user.userName}`, ["link", user.userName], ["button", "Search"]],
    [`/users/${user.userId}`, ["button", "Edit"], ["button", "Delete"]],
    [`/roles/${roleId}?tab=users`, ["link", user.userName], ["button", "Add users"]],
    ["/users/new", ["textbox", "Username"], ["button", "Create user"]],
  ] as const;
  for (const [path, ...targets] of places) {
    await page.goto(product.at(path));
    await workspace.listens();
    for (const [role, name] of targets) {
      const target = workspace.panel.getByRole(role, { name }).first();
      // Goes to it, and says what lies above it.
      await target.click({ trial: true });
      await expect(target).toBeInViewport({ ratio: 0.9 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});
