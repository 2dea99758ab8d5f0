import type { Route } from "@playwright/test";
import { expect, signIn, test } from "./fixtures/test";
import { Bell } from "./pages/bell";
import { WorkspacePage } from "./pages/workspace-page";

test("[RT-01] [RT-03] view names ignore case, sub-tabs are in the query, unknown paths show 404", {
  tag: "@main",
}, async ({ signedInPage: page, product, user }) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/USERS/${user.userId}?tab=roles`));
  await expect(page).toHaveURL(product.at(`/users/${user.userId}?tab=roles`));
  await expect(workspace.panel.getByRole("tab", { name: /Roles/ })).toHaveAttribute("aria-selected", "true");
  await workspace.panel.getByRole("tab", { name: "User", exact: true }).click();
  await expect(page).toHaveURL(product.at(`/users/${user.userId}?tab=user`));
  await workspace.follow(product.at("/Roles/New"));
  await expect(workspace.activeTab).toHaveText("New role");
  await page.goto(product.at("/nowhere"));
  for (const path of ["/nowhere", "/users/1/2", "/search/1", "/constructor"])
    await test.step(path, async () => {
      if (path !== "/nowhere") await workspace.follow(product.at(path));
      await expect(page).toHaveURL(product.at(path));
      await expect(workspace.panel.getByRole("alert")).toContainText("Error! item not found");
      await expect(workspace.panel).toContainText("404");
      await workspace.panel.getByRole("link", { name: "Go to the dashboard" }).click();
      await expect(workspace.activeTab).toHaveText("Dashboard");
    });
});

test("[RT-04] a view without its permission says so, and shows nothing else", async ({
  page,
  product,
  api,
}) => {
  await signIn(page, product, await api.createUser({ permissions: ["RoleView"] }));
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users"));
  await expect(workspace.panel.getByRole("alert")).toContainText("Error! item forbidden");
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Roles"]);
});

test("[SH-03] [SH-04] the menus show available items, the about dialog versions, and sign-out works", {
  tag: "@main",
}, async ({ signedInPage: page, product, user }) => {
  const workspace = new WorkspacePage(page);
  // Without multi-tenancy there is no tenant switcher, even if the server lists tenants.
  await page.route("**/api/user", async (route) => {
    const response = await route.fetch();
    const answered = (await response.json()) as object;
    const tenants = ["one", "two"].map((name) => ({ tenantIdentifier: name, tenantName: name }));
    await route.fulfill({ response, json: { ...answered, tenants } });
  });
  await page.goto(product.at("/"));
  await test.step("without configured links, the menu contains only product information", async () => {
    await page.getByRole("button", { name: "Information" }).click();
    await expect(page.getByRole("menuitem")).toHaveText(["About"]);
    await page.getByRole("menuitem", { name: "About" }).click();
    const { version } = await (
      await page.request.get(product.at("/api/settings/version"), { headers: { "x-csrf": "1" } })
    ).json();
    await expect(workspace.dialog).toContainText(/Front end\s*\d+\.\d+\.\d+/);
    await expect(workspace.dialog).toContainText(new RegExp(`Back end\\s*${version}`));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Information" })).toBeFocused();
  });
  await page.getByRole("button", { name: "User menu" }).click();
  const menu = page.getByRole("menu");
  await expect(menu).toContainText(`Ada ${user.lastName}`);
  await expect(menu.getByRole("menuitem")).toHaveText(["My account", "Sign out"]);
  await expect(menu.getByRole("group")).toHaveCount(2);
  await expect(menu.getByRole("group", { name: "Language" }).getByRole("menuitemradio")).toHaveCount(4);
  await expect(menu.getByRole("group", { name: "Theme" }).getByRole("menuitemradio")).toHaveCount(3);
  await menu.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto(product.at("/users"));
  await expect(page).toHaveURL(/\/login\?callbackUrl=/);
  await expect(workspace.tabs).toHaveCount(0);
});

test("[SH-08] toasts are announced, at the bottom right, gone after 2 s, and pause on hover and focus", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${user.userId}`));
  await workspace.editFirstName("Grace");
  await page.clock.install();
  await workspace.panel.getByRole("button", { name: "Save" }).click();
  const toast = workspace.toasts.filter({ hasText: "Changes saved." });
  await expect(toast).toBeVisible();
  await expect(page.locator("section[aria-live=polite]").filter({ has: toast })).toHaveCount(1);
  const place = await toast.boundingBox();
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeGreaterThan(1300);
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeGreaterThan(800);
  await toast.hover();
  await page.clock.runFor(5_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(200, 200);
  await page.clock.runFor(3_000);
  await expect(toast).toHaveCount(0);

  await workspace.editFirstName("Augusta");
  await workspace.panel.getByRole("button", { name: "Save" }).click();
  await expect(toast).toBeVisible();
  // The focus after saving, which would move away from the toast.
  await expect(workspace.panel.getByRole("button", { name: "Edit", exact: true })).toBeFocused();
  await toast.focus();
  await page.clock.runFor(6_000);
  await expect(toast).toBeVisible();
  await toast.blur();
  await page.clock.runFor(3_000);
  await expect(toast).toHaveCount(0);
});

test("[SH-08] truncated text has a tooltip for mouse and keyboard, closed by Escape", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const lastName = `Lovelace ${"of Ockham ".repeat(8)}`.trim();
  const { userId } = await api.createUser({ lastName });
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${userId}`));
  await workspace.listens();
  const tooltip = page.getByRole("tooltip");
  await workspace.activeTab.getByText("Lovelace").hover();
  await expect(tooltip).toContainText(lastName);
  await page.mouse.move(200, 600);
  await expect(tooltip).toHaveCount(0);

  await workspace.tab("Dashboard").focus();
  await page.keyboard.press("ArrowRight");
  await expect(workspace.activeTab).toBeFocused();
  await expect(tooltip).toContainText(lastName);
  await page.keyboard.press("Escape");
  await expect(tooltip).toHaveCount(0);
  await page.keyboard.press("ArrowLeft");
  await expect(workspace.activeTab).toHaveText("Dashboard");
  await expect(tooltip).toHaveCount(0);

  await page.getByRole("button", { name: "User menu" }).click();
  await page.keyboard.press("Escape");
  await expect(tooltip).toBeVisible();
  const below = page.getByRole("button", { name: /^Search \d+ open tab/ });
  const [over, under] = [await tooltip.boundingBox(), await below.boundingBox()];
  if (!over || !under) throw new Error("One of them is not on the page.");
  expect(over.y + over.height).toBeGreaterThan(under.y + under.height / 2);
  await below.click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("[ER-02] a failed change or refresh shows the server's message, or 'Unauthorized access.'", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, consoleErrors }) => {
  consoleErrors.allow(/status of 500|ERR_FAILED/);
  const other = await api.createUser();
  const workspace = new WorkspacePage(page);
  const bell = new Bell(page);
  await page.goto(product.at(`/users?phrase=${other.userName}`));
  await workspace.panel.getByRole("checkbox").last().check();
  const remove = async (status: number, body: object) => {
    await page.route("**/api/users?userIds=*", (route) => route.fulfill({ status, json: body }), {
      times: 1,
    });
    await workspace.panel.getByRole("button", { name: /^Delete(?!d)/ }).click();
    await workspace.dialog.getByRole("button", { name: /^Delete/ }).click();
    await expect(workspace.dialog).toHaveCount(0);
  };
  const refused = workspace.toasts.filter({ hasText: "Unauthorized access." });
  await remove(403, { status: 403, code: "forbidden", title: "Forbidden", message: "No." });
  await expect(refused).toBeVisible();
  await remove(409, { status: 409, code: "x", title: "Title", message: "The sun is in the way." });
  await expect(workspace.toasts.filter({ hasText: "The sun is in the way." })).toBeVisible();
  await expect(refused).toHaveCount(0);

  const refresh = async (fulfil: (route: Route) => Promise<void>) => {
    await page.route("**/api/users?*", fulfil, { times: 1 });
    await workspace.panel.getByRole("button", { name: "Refresh" }).click();
  };
  // The shell reports a lost connection itself.
  await refresh((route) => route.abort("failed"));
  await expect(workspace.panel.getByText("The list could not be loaded")).toBeVisible();
  await expect(workspace.toasts.filter({ hasText: "Unfortunately" })).toHaveCount(0);
  // The shell retries automatically when the server answers, and must not consume the next response.
  await expect(workspace.panel.getByText("The list could not be loaded")).toHaveCount(0);
  await refresh((route) =>
    route.fulfill({ status: 500, json: { title: "T", message: "The moon is in the way." } }),
  );
  await expect(workspace.toasts.filter({ hasText: "The moon is in the way." })).toHaveCount(1);
  await refresh((route) => route.fulfill({ status: 403, json: { title: "T", message: "No." } }));
  await expect(refused).toHaveCount(1);
  await bell.open("Messages");
  await expect(bell.messages).toContainText([
    "Unauthorized access.",
    "The moon is in the way.",
    /Unfortunately/,
  ]);
});

test("[ER-03] while permissions cannot be loaded the shell says so, retries every 10 s, and recovers", async ({
  signedInPage: page,
  product,
  consoleErrors,
}) => {
  consoleErrors.allow(/500/);
  await page.clock.install();
  // Not the home page, which creates initial shortcuts and requests the user again.
  await page.goto(product.at("/users"));
  const workspace = new WorkspacePage(page);
  await expect(workspace.panel).toBeVisible();
  let calls = 0;
  await page.route("**/api/user", (route) => {
    calls += 1;
    return calls < 3
      ? route.fulfill({ status: 500, json: { status: 500, code: "x", title: "Broken" } })
      : route.continue();
  });
  // Fresh for 60 s: opening views makes no calls.
  await workspace.choose("Settings", "Roles");
  await expect(workspace.activeTab).toHaveText("Roles");
  await page.clock.runFor(50_000);
  expect(calls).toBe(0);
  await page.clock.runFor(11_000);
  await expect(page.getByText("Error while loading the view permissions.")).toBeVisible();
  await expect.poll(() => calls).toBe(1);
  await page.clock.runFor(10_500);
  await expect.poll(() => calls).toBe(2);
  await page.clock.runFor(10_500);
  await expect.poll(() => calls).toBe(3);
  await expect(page.getByText("Error while loading the view permissions.")).toHaveCount(0);
  await expect(workspace.panel.getByRole("grid")).toBeVisible();
});
