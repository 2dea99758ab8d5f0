import { createNumberedUsers } from "../support/crew";
import { expect, signIn, test } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";
import { expectAccessible } from "./pages/sound";
import { WorkspacePage } from "./pages/workspace-page";

test("[TL-07] Space shows the record beside the list; it follows the arrow keys, and Enter makes it a tab", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await createNumberedUsers(api, 3);
  const workspace = new WorkspacePage(page);
  const table = new ResourceTable(page, "Users");
  const panel = page.getByRole("complementary");
  const link = (at: number) => table.rows.nth(at).getByRole("link");
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await workspace.listens();
  await expect(table.rows).toHaveCount(3);
  await table.search.press("ArrowDown");
  await expect(link(0)).toBeFocused();

  await page.keyboard.press("Space");
  await expect(panel.getByRole("heading", { level: 2, name: users[0]?.lastName })).toBeVisible();
  await expect(link(0)).toBeFocused();
  await expect(panel.getByRole("tablist").getByRole("tab")).toHaveText([/User/, /Roles/, /Perm/, /Attr/]);
  await expect(panel.getByRole("button", { name: /^(Edit|Delete|Set password)$/ })).toHaveCount(0);
  const history = panel.getByRole("button", { name: "History" });
  await history.click();
  const changes = panel.getByRole("region", { name: /^History of/ });
  await expect(changes.getByRole("listitem").last()).toContainText(`created the user`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(panel.getByRole("tablist")).toBeHidden();
  await history.click();
  await expect(panel.getByRole("tablist")).toBeVisible();
  await link(0).focus();
  await expectAccessible(page, "a record beside its list");
  await page.keyboard.press("ArrowDown");
  await expect(panel.getByRole("heading", { level: 2, name: users[1]?.lastName })).toBeVisible();
  await expect(link(1)).toBeFocused();
  await expect(workspace.tabs).toHaveCount(2);

  const divider = panel.getByRole("separator");
  const before = (await panel.boundingBox())?.width ?? 0;
  const saved = page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.url().endsWith("/user/settings"),
  );
  await divider.press("ArrowLeft");
  await saved;
  await expect.poll(async () => (await panel.boundingBox())?.width).toBeGreaterThan(before);
  const wide = (await panel.boundingBox())?.width ?? 0;
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(link(1)).toBeFocused();
  await expect(table.search).toHaveValue(phrase);

  await page.reload();
  await workspace.listens();
  await table.rows.nth(2).hover();
  await table.rows.nth(2).locator("[data-peek]").click();
  await expect(panel.getByRole("heading", { level: 2, name: users[2]?.lastName })).toBeVisible();
  expect(Math.abs(((await panel.boundingBox())?.width ?? 0) - wide)).toBeLessThan(2);

  await page.setViewportSize({ width: 1000, height: 800 });
  const [list, over] = [await table.table.boundingBox(), await panel.boundingBox()];
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeGreaterThan((over?.x ?? 0) + 100);
  await panel.getByRole("button", { name: "Open in a tab" }).click();
  await expect(workspace.activeTab).toContainText(users[2]?.lastName ?? "");
});

test("[PM-03] the panel beside a list has only the parts that the user may see", async ({
  page,
  product,
  api,
}) => {
  const { phrase } = await createNumberedUsers(api, 1);
  const table = new ResourceTable(page, "Users");
  await signIn(page, product, await api.createUser({ permissions: ["UserView"] }));
  await page.goto(product.at(`/users?phrase=${phrase}`));
  await new WorkspacePage(page).listens();
  await expect(table.rows).toHaveCount(1);
  await table.search.press("ArrowDown");
  await page.keyboard.press("Space");
  const panel = page.getByRole("complementary");
  await expect(panel.getByRole("tab")).toHaveText([/User/]);
  await expect(panel.getByRole("button", { name: "History" })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}$/);
});
