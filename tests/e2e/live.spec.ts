import type { Page } from "@playwright/test";
import { contract } from "@/lib/contract";
import { hubPath } from "@/lib/live/hub";
import { expect, test, uniqueName } from "./fixtures/test";
import { Bell } from "./pages/bell";
import { faults } from "./pages/faults";
import { edit, ResourceTable } from "./pages/resource";

/** Records the event streams that a page opens. */
function recordStreams(page: Page): string[] {
  const streams: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes(hubPath)) streams.push(request.url());
  });
  return streams;
}

const connected = (page: Page) =>
  page.waitForResponse((response) => response.url().includes(`${hubPath}?id=`) && response.ok());

test("[HO-03] eight windows share one stream, receive news at once, and replace a closed leader", async ({
  signedInPage: page,
  product,
  api,
  user,
}) => {
  const first = connected(page);
  const ofFirst = recordStreams(page);
  await page.goto(product.at("/"));
  await first;
  const others = await Promise.all(Array.from({ length: 7 }, () => page.context().newPage()));
  const ofOthers = others.map(recordStreams);
  for (const other of others) await other.goto(product.at("/"));
  const give = async () => {
    const roleId = await api.createRole({ roleName: uniqueName("Role") });
    await api.call(contract.users.addRoles, { params: { userId: user.userId }, body: { roleIds: [roleId] } });
  };
  await give();
  for (const each of [page, ...others])
    await expect(new Bell(each).button).toHaveAccessibleName("Notifications, 1 unread");
  expect(ofFirst).toHaveLength(1);
  expect(ofOthers.flat()).toEqual([]);

  await page.close();
  await expect.poll(() => ofOthers.flat()).toHaveLength(1);
  await give();
  for (const each of others)
    await expect(new Bell(each).button).toHaveAccessibleName("Notifications, 2 unread");
  expect(ofOthers.flat()).toHaveLength(1);
});

test("[SH-12] changes by others are reported where visible, and never replace data being edited", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const roleName = uniqueName("Role");
  const roleId = await api.createRole({ roleName });
  const params = { roleId };
  const rename = (name: string) => api.call(contract.roles.save, { params, body: { roleName: name } });
  const notice = page.getByRole("status").filter({ hasText: "Administrator" });

  const stream = connected(page);
  await page.goto(product.at(`/roles?phrase=${roleName}`));
  await stream;
  const table = new ResourceTable(page, "Roles");
  await rename(`${roleName} b`);
  await expect(notice).toContainText("Administrator changed something in this list just now.");
  await expect(table.row(`${roleName} b`)).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  await notice.getByRole("button", { name: "Show" }).click();
  await expect(table.row(`${roleName} b`)).toHaveCount(1);
  await expect(notice).toBeHidden();

  await table.row(`${roleName} b`).getByRole("link").click();
  await expect(page.getByRole("heading", { name: `${roleName} b` })).toBeVisible();
  await rename(`${roleName} c`);
  await expect(notice).toContainText("Administrator changed this just now.");
  await notice.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("heading", { name: `${roleName} c` })).toBeVisible();

  await edit(page);
  const field = page.getByRole("textbox", { name: "Role name" });
  await field.fill("Mine");
  const before = await field.boundingBox();
  await rename(`${roleName} d`);
  await expect(notice).toContainText("What you typed is kept.");
  await expect(field).toHaveValue("Mine");
  await expect(field).toBeFocused();
  expect(await field.boundingBox()).toEqual(before);
  await notice.getByRole("button", { name: "Not now" }).click();
  await expect(notice).toBeHidden();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();

  await api.call(contract.roles.remove, { query: { roleIds: [roleId] } });
  await expect(notice).toContainText("Administrator deleted this just now.");
});
