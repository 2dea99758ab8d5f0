import { createNumberedUsers } from "../support/crew";
import { expect, test } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

test("[TL-02] [TL-07] rows are searched, traversed, selected and opened by keyboard", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase, users } = await createNumberedUsers(api, 6);
  const table = new ResourceTable(page, "Users");
  const workspace = new WorkspacePage(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(product.at("/users"));
  await expect(table.rows.first()).toBeVisible();
  await table.search.click();
  await page.keyboard.type(phrase);
  await press("ArrowDown");
  await expect(table.rows).toHaveCount(6);
  await expect(table.rows.first().getByRole("link")).toBeFocused();
  await press("x", "ArrowDown", "ArrowDown", "Shift+Space");
  await expect(table.selection.getByText("3 selected")).toBeVisible();
  await press("Control+a", "ArrowRight", "x");
  await expect(table.selection.getByText("5 selected")).toBeVisible();

  await press("Control+Enter");
  await expect(workspace.tabs).toHaveCount(3);
  await expect(workspace.activeTab).toHaveText("Users");
  await press("Control+End", "Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(users[5]?.lastName ?? "");

  await workspace.tab("Users").click();
  await press("Tab");
  await expect(table.selection.getByText("5 selected")).toBeVisible();
});

test("[SH-11] a slash focuses the search of the view or dialog, except in inputs or if turned off", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleId = await api.createRole();
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users?phrase=ada"));
  await workspace.listens();
  const { search } = new ResourceTable(page, "Users");
  await expect(search).toHaveValue("ada");
  await expect(search).toHaveAttribute("aria-keyshortcuts", "/");
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  // The previous text was selected; from now on it is an ordinary letter.
  await page.keyboard.type("a/b");
  await expect(search).toHaveValue("a/b");

  await workspace.follow(product.at(`/roles/${roleId}?tab=users`));
  await page.getByRole("button", { name: "Add users" }).first().click();
  const inDialog = workspace.dialog.getByRole("searchbox");
  await expect(inDialog).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("/");
  await expect(inDialog).toBeFocused();
  await expect(inDialog).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(inDialog).toBeHidden();

  await workspace.follow(product.at("/my-account?tab=preferences"));
  const key = page.getByRole("switch", { name: /^Single keys outside of fields/ });
  await expect(key).toBeChecked();
  const saved = page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.url().endsWith("/user/settings"),
  );
  await key.uncheck();
  await saved;
  await workspace.follow(product.at("/roles"));
  const ofRoles = new ResourceTable(page, "Roles").search;
  await expect(ofRoles).toBeVisible();
  await expect(ofRoles).not.toHaveAttribute("aria-keyshortcuts");
  await page.keyboard.press("/");
  await expect(ofRoles).not.toBeFocused();
});
