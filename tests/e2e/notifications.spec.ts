import type { Page } from "@playwright/test";
import { contract } from "@/lib/contract";
import type { ApiClient } from "../support/api-client";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { Bell } from "./pages/bell";
import { faults } from "./pages/faults";
import { WorkspacePage } from "./pages/workspace-page";

/** Assigns a number of roles to a user, each of which causes a notification. */
async function giveRoles(api: ApiClient, userId: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => uniqueName("Role"));
  for (const roleName of names) {
    const roleId = await api.createRole({ roleName });
    await api.call(contract.users.addRoles, { params: { userId }, body: { roleIds: [roleId] } });
  }
  return names;
}

test("[HO-03] [SH-05] the bell counts unread entries, which are marked singly, by keyboard or at once", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, user }) => {
  const names = await giveRoles(api, user.userId, 3);
  const bell = new Bell(page);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/"));
  await expect(bell.button).toHaveAccessibleName("Notifications, 3 unread");
  await bell.open();
  await expect(bell.notifications).toHaveCount(3);
  await expect(bell.notifications.first()).toContainText(`You were given the role “${names[2]}”.`);
  await expect(bell.notifications.first()).toContainText("Administrator");

  await test.step("by keyboard", async () => {
    await page.keyboard.press("Escape");
    await expect(bell.panel).toBeHidden();
    await expect(bell.button).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(bell.notifications).toHaveCount(3);
    await bell.tab("Notifications").focus();
    await page.keyboard.press("ArrowRight");
    await expect(bell.tab("Messages")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowLeft");
    const marks = bell.panel.getByRole("button", { name: "Mark as read", exact: true });
    await marks.first().focus();
    await page.keyboard.press("Enter");
    await expect(marks).toHaveCount(2);
    await expect(bell.notifications.nth(1).getByRole("link")).toBeFocused();
  });
  await expect(bell.button).toHaveAccessibleName("Notifications, 2 unread");
  await bell.panel.getByRole("checkbox", { name: "Only unread" }).check();
  await expect(bell.notifications).toHaveCount(2);

  await bell.notifications.filter({ hasText: names[0] }).getByRole("link").click();
  await expect(bell.panel).toBeHidden();
  await expect(workspace.activeTab).toHaveText(String(names[0]));
  await expect(bell.button).toHaveAccessibleName("Notifications, 1 unread");

  await bell.open();
  await bell.panel.getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell.button).toHaveAccessibleName("Notifications");
  await bell.panel.getByRole("checkbox", { name: "Only unread" }).check();
  await expect(bell.panel).toContainText("No unread notifications");
  await expect(workspace.toasts).toHaveCount(0);
  await page.reload();
  await bell.open();
  await expect(bell.notifications).toHaveCount(3);
  await expect(bell.panel.getByRole("button", { name: "Mark as read" })).toHaveCount(0);
});

test("[HO-03] more than 99 are shown as 99+, and long lists are paged", async ({
  signedInPage: page,
  product,
  api,
  user,
}) => {
  await giveRoles(api, user.userId, 23);
  const bell = new Bell(page);
  await page.route("**/api/notifications?*pageLimit=0*", (route) =>
    route.fulfill({ json: { list: [], totalCount: 100 } }),
  );
  await page.goto(product.at("/"));
  await expect(bell.button).toContainText("99+");
  await expect(bell.button).toHaveAccessibleName("Notifications, 100 unread");
  await bell.open();
  await expect(bell.notifications).toHaveCount(20);
  await expect(bell.panel).toContainText("20 of 23");
  await bell.panel.getByRole("button", { name: "Show more" }).click();
  await expect(bell.notifications).toHaveCount(23);
  await expect(bell.panel.getByRole("button", { name: "Show more" })).toHaveCount(0);
});

test("[HO-03] texts are in the user's language, and links lead only to permitted views", async ({
  page,
  product,
  api,
}) => {
  const somebody = await api.createUser();
  const [name] = await giveRoles(api, somebody.userId, 1);
  await signIn(page, product, somebody);
  await page.goto(product.at("/"));
  const bell = new Bell(page);
  await bell.open();
  await expect(bell.notifications).toContainText(`You were given the role “${name}”.`);
  await expect(bell.panel.getByRole("link")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await new WorkspacePage(page).choose("Language", "Deutsch");
  await page.getByRole("button", { name: "Benachrichtigungen, 1 ungelesen" }).click();
  await expect(page.getByRole("dialog")).toContainText(`Ihnen wurde die Rolle „${name}“ zugewiesen.`);
});

/** Deletes a user on the list while the call fails; returns the refused request. */
async function refuseDelete(page: Page, response: { status: number; json: object; headers?: object }) {
  const workspace = new WorkspacePage(page);
  await page.route("**/api/users?userIds=*", (route) => route.fulfill(response as never), { times: 1 });
  await workspace.panel.getByRole("checkbox").last().check();
  await workspace.panel.getByRole("button", { name: /^Delete(?!d)/ }).click();
  await workspace.dialog.getByRole("button", { name: /^Delete/ }).click();
}

test("[ER-02] [ER-04] [HO-03] errors stay in the bell with a request id, also after a reload", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const other = await api.createUser();
  const workspace = new WorkspacePage(page);
  const bell = new Bell(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(product.at(`/users?phrase=${other.userName}`));
  const id = crypto.randomUUID();
  await refuseDelete(page, {
    status: 409,
    headers: { "x-request-id": id },
    json: { status: 409, code: "x", title: "Title", message: "The moon is in the way." },
  });
  await expect(workspace.toasts.filter({ hasText: "The moon is in the way." })).toBeVisible();
  await expect(bell.button).toHaveAccessibleName("Notifications, 1 new error");
  await expect(workspace.toasts).toHaveCount(0);

  await bell.button.click();
  await expect(bell.tab("Messages")).toHaveAttribute("aria-selected", "true");
  await expect(bell.messages).toHaveCount(1);
  await expect(bell.messages).toContainText("The moon is in the way.");
  await expect(bell.messages).toContainText("409");
  await expect(bell.messages).toContainText("DELETE /users");
  await expect(bell.messages).toContainText(`Request ID: ${id}`);
  await expect(bell.button).toHaveAccessibleName("Notifications");
  await bell.messages.getByRole("button", { name: "Copy message" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^The moon is in the way\.\n\d{4}-\d\d-\d\dT[\d:.]+Z · 409 · DELETE \/users\nRequest ID: /,
  );
  expect(copied).toContain(id);
  expect(copied).not.toContain(other.userId);

  await page.keyboard.press("Escape");

  await test.step("without a server message the title or a general text is shown", async () => {
    await refuseDelete(page, { status: 418, json: {} });
    const general = "Unfortunately, an error has occurred! Please try again.";
    await expect(workspace.toasts.filter({ hasText: general })).toBeVisible();
    await refuseDelete(page, { status: 409, json: { title: "Only a title." } });
    await expect(workspace.toasts.filter({ hasText: "Only a title." })).toBeVisible();
    await page.reload();
    await bell.open("Messages");
    await expect(bell.messages).toHaveText([
      /Only a title\./,
      new RegExp(general),
      /The moon is in the way\./,
    ]);
  });
  await bell.panel.getByRole("button", { name: "Clear list" }).click();
  await expect(bell.panel).toContainText("No messages");
  await expect(bell.panel.getByRole("tabpanel", { name: "Messages" })).toBeFocused();
  await page.reload();
  await bell.open("Messages");
  await expect(bell.panel).toContainText("No messages");
  await bell.tab("Notifications").click();
  await expect(bell.panel).toContainText("No notifications");
  await expect(bell.panel.getByRole("button", { name: "Mark all as read" })).toBeDisabled();
});

test("[SH-09] [HO-03] [ER-02] both lists fit every width, axe finds nothing, and errors have ids", async ({
  signedInPage: page,
  product,
  api,
  user,
}) => {
  const [name] = await giveRoles(api, user.userId, 2);
  const { list } = await api.call(contract.users.roles, { params: { userId: user.userId } });
  const roleIds = list.flatMap(({ roleId, roleName }) => (roleName === name ? [roleId] : []));
  await api.call(contract.users.removeRoles, { params: { userId: user.userId }, query: { roleIds } });
  await api.call(contract.users.addRoles, { params: { userId: user.userId }, body: { roleIds } });
  const bell = new Bell(page);
  await test.step("the request id matches the response and the API's log", async () => {
    const response = page.waitForResponse("**/api/users/00000000-0000-4000-8000-00000000dead");
    await page.goto(product.at("/users/00000000-0000-4000-8000-00000000dead"));
    const id = (await response).headers()["x-request-id"];
    expect(id).toMatch(/^[\w.-]{8,64}$/);
    await bell.open("Messages");
    await expect(bell.messages).toContainText(`Request ID: ${id}`);
    await expect(bell.messages).toContainText("404");
    await expect(bell.messages).toContainText("GET /users/00000000-0000-4000-8000-00000000dead");
  });
  for (const tab of ["Messages", "Notifications"] as const) {
    if (await bell.panel.isHidden()) await bell.button.click();
    await bell.tab(tab).click();
    await expect(tab === "Messages" ? bell.messages : bell.notifications).not.toHaveCount(0);
    expect(await faults(page), tab).toEqual([]);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 780 });
      await expect(bell.panel).toBeInViewport({ ratio: 1 });
    }
  }

  await expect(bell.panel.getByRole("heading")).toHaveText(["Today"]);
  await expect(bell.notifications).toHaveCount(3);
  await expect(bell.notifications.first()).toContainText(`You were given the role “${name}”.`);
  await expect(bell.notifications.first()).toContainText("2 times");
  await bell.notifications.first().getByRole("button", { name: "Mark as read" }).click();
  await expect(bell.button).toHaveAccessibleName("Notifications, 2 unread");

  const choose = bell.panel.getByRole("button", { name: "Choose notifications" });
  const switched = bell.panel.getByRole("switch", { name: "I am given a role" });
  await choose.click();
  await expect(switched).toBeChecked();
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await faults(page)).toEqual([]);
  const muted = page.waitForResponse("**/api/notifications/kinds/roleGiven");
  await switched.uncheck();
  expect((await muted).status()).toBe(204);
  await giveRoles(api, user.userId, 1);
  await page.reload();
  await bell.open();
  await expect(bell.notifications).toHaveCount(3);
  await choose.click();
  await expect(switched).not.toBeChecked();
});
