import type { Page } from "@playwright/test";
import { contract } from "@/lib/contract";
import type { PermissionName } from "@/lib/contract/permissions";
import { movementsEnded } from "../support/movements-ended";
import { expect, signIn, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

const menuOf: readonly (readonly [
  permissions: readonly PermissionName[],
  burger: string[],
  settings: string[],
  areas: (string | RegExp)[],
])[] = [
  [[], ["Dashboard"], [], []],
  [["UserView"], ["Dashboard", "Search"], ["Users"], ["Users"]],
  [["RoleView"], ["Dashboard", "Search"], ["Roles"], ["Roles"]],
  [
    ["UserView", "RoleView"],
    ["Dashboard", "Search"],
    ["Users", "Roles"],
    ["Users", "Roles"],
  ],
  [["OrganisationSettingView"], ["Dashboard"], ["Organisation"], ["Organisation"]],
  // Actions without their view have no effect.
  [["UserView_AddAction", "RoleView_UserSection"], ["Dashboard"], [], []],
  [["AttachmentView", "AttachmentStatusView"], ["Dashboard"], [], ["Attachments", "Attachment statuses"]],
  [
    ["AttributeView", "ReportView", "RoleView", "RoleView_HistoryAction"],
    ["Dashboard", "Search"],
    ["Roles"],
    ["Roles", /^Audit/, "Attributes", "Reports"],
  ],
];

test("[SH-01] [SH-02] [PM-01] the menus follow the permissions", { tag: "@main" }, async ({
  page,
  product,
  api,
}) => {
  const roleId = await api.createRole({ permissions: ["UserView"] });
  await signIn(page, product, await api.createUser({ roleIds: [roleId] }));
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/my-account"));
  const bar = page.getByRole("banner");
  for (const [permissions, burger, settings, areas] of menuOf)
    await test.step(permissions.join(" and ") || "no permission", async () => {
      await api.call(contract.roles.savePermissions, {
        params: { roleId },
        body: permissions.map((permissionId) => ({ permissionId, permissionValue: true })),
      });
      // The next response reports that the permissions have changed.
      const known = page.waitForResponse((response) => response.url().endsWith("/api/user"));
      await workspace.activeTab.click({ button: "right" });
      await page.getByRole("menuitem", { name: "Reload" }).click();
      await known;
      for (const [name, items] of [
        ["Main menu", burger],
        ["All areas", areas],
        ["Settings", settings],
      ] as const) {
        const button = bar.getByRole("button", { name });
        await expect(button).toHaveCount(items.length > 0 ? 1 : 0);
        if (items.length === 0) continue;
        await button.click();
        await expect(page.getByRole("menuitem")).toHaveText([...items]);
        await page.keyboard.press("Escape");
        await expect(page.getByRole("menu")).toHaveCount(0);
      }
    });
});

test("[SH-01] [SH-04] [SH-05] menus work by keyboard and restore the focus; the burger takes 150 ms", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/"));
  for (const name of ["Main menu", "All areas", "Settings", "Information", "Language", "User menu"]) {
    const button = page.getByRole("banner").getByRole("button", { name, exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menu")).toBeVisible();
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await expect(page.locator("[role^=menuitem]").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  await page.getByRole("button", { name: "Settings", exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Users" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Roles" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(workspace.activeTab).toHaveText("Roles");

  await test.step("the burger menu opens and closes after 150 ms", async () => {
    await expect(page.getByRole("menu")).toHaveCount(0);
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    const button = page.getByRole("button", { name: "Main menu" });
    const menu = page.getByRole("menu", { name: "Main menu" });
    await button.click();
    await page.clock.runFor(149);
    await expect(menu).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(menu).toBeVisible();
    await button.click();
    await page.clock.runFor(149);
    await expect(menu).toBeVisible();
    await page.clock.runFor(1);
    await page.clock.resume();
    await expect(menu).toHaveCount(0);
  });

  await page.getByRole("banner").getByRole("button", { name: "Language" }).click();
  await expect(page.getByRole("menuitemradio")).toHaveText(["English", "Deutsch", "Polski", "Srpski"]);
  await expect(page.getByRole("menuitemradio", { name: "English" })).toBeChecked();
  await page.getByRole("menuitemradio", { name: "Polski" }).click();
  await expect(page.getByRole("button", { name: "Powiadomienia" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
});

/** A small phone, a tablet and a wide screen. */
const sizes = [
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 740 },
] as const;
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("[SH-09] menus, dialogs and toasts stay within the window, on a phone and on a tablet", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const [phone, tablet] = sizes;
  await page.setViewportSize(phone);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${user.userId}`));
  await expect(workspace.panel.getByRole("heading", { level: 1 })).toBeVisible();
  const inside = async (what: string, { width, height } = phone as (typeof sizes)[number]) => {
    expect(await sideways(page), what).toBeLessThanOrEqual(0);
    const shown = page.locator("[role=menu]:visible, [role=dialog]:visible, [data-sonner-toast]:visible");
    await expect(shown.first(), what).toBeVisible();
    // Toasts slide in from below.
    await page.evaluate(movementsEnded);
    for (const box of await shown.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON()),
    )) {
      expect(box.left, what).toBeGreaterThanOrEqual(0);
      expect(box.right, what).toBeLessThanOrEqual(width);
      expect(box.bottom, what).toBeLessThanOrEqual(height);
    }
  };
  for (const name of [
    "Main menu",
    "All areas",
    "Settings",
    "Information",
    "Language",
    "User menu",
    "Notifications",
  ]) {
    await page.getByRole("banner").getByRole("button", { name, exact: true }).click();
    await inside(name);
    await page.keyboard.press("Escape");
    await expect(page.locator("[role=menu], [role=dialog]")).toHaveCount(0);
  }
  await page.setViewportSize(tablet);
  await page.getByRole("banner").getByRole("button", { name: "Notifications", exact: true }).click();
  await inside("Notifications", tablet);
  await page.keyboard.press("Escape");
  await page.setViewportSize(phone);
  await workspace.choose("Information", "About");
  await inside("about");
  await page.keyboard.press("Escape");
  await workspace.editFirstName("Grace");
  await workspace.panel.getByRole("button", { name: "Save" }).click();
  await inside("toast");
});

test("[SH-09] nothing makes the page scroll sideways: many tabs, banners, errors, long names", async ({
  signedInPage: page,
  product,
  api,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED|status of 500/);
  const { userId } = await api.createUser({ lastName: `Lovelace${"ofOckham".repeat(10)}` });
  const workspace = new WorkspacePage(page);
  const expectFitting = async (what: string) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await sideways(page), `${what} at ${size.width} px`).toBeLessThanOrEqual(0);
    }
  };
  await page.goto(product.at(`/users/${userId}`));
  await expect(workspace.panel.getByRole("heading", { level: 1 })).toBeVisible();
  await expectFitting("a long name");
  for (const path of ["Users", "Roles"]) await workspace.choose("Settings", path);
  await workspace.choose("Main menu", "Search");
  // An activated view takes the focus from any open menu.
  await expect(workspace.panel.getByRole("searchbox").first()).toBeVisible();
  await workspace.choose("User menu", "My account");
  await expectFitting("many tabs");
  await page.route("**/api/users?*", (route) => route.abort());
  await workspace.choose("Settings", "Users");
  await workspace.panel.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("The server cannot be reached").first()).toBeVisible();
  await expectFitting("no connection");
  await page.route("**/api/user", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(product.at("/nowhere"));
  await expect(workspace.panel).toContainText("404");
  await expectFitting("an error");
});
