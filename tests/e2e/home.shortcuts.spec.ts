import { contract } from "@/lib/contract";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { expectAccessible } from "./pages/sound";
import { WorkspacePage } from "./pages/workspace-page";

test("[HO-01] shortcuts are created initially, added, starred, swapped and removed", {
  tag: "@main",
}, async ({ page, product, api }) => {
  const user = await api.createUser({ permissions: ["UserView", "RoleView"] });
  const roleName = uniqueName("A role with quite a long name");
  const roleId = await api.createRole({ roleName });
  await signIn(page, product, user);
  const workspace = new WorkspacePage(page);
  const shortcuts = workspace.panel.getByRole("region", { name: "Shortcuts" });
  const tiles = shortcuts.getByRole("listitem");
  const toasts: string[] = [];
  const changes: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && pathname.includes("/user/actions"))
      changes.push(`${request.method()} ${pathname.replace(/.*\/api/, "").replace(/[0-9a-f-]{36}/g, "id")}`);
  });

  // Initial shortcuts, without a message.
  await page.goto(product.at("/"));
  await expect(tiles).toHaveText(["Users", "Roles"]);
  await expect.poll(() => changes).toEqual(["PUT /user/actions-init"]);
  toasts.push(...(await workspace.toasts.allTextContents()));
  expect(toasts).toEqual([]);
  await expectAccessible(page, "shortcuts");

  // Adds a record in its own view.
  await workspace.follow(product.at(`/roles/${roleId}`));
  const star = workspace.panel.getByRole("button", { name: "Shortcut", exact: true });
  await expect(star).toHaveAttribute("aria-pressed", "false");
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await workspace.tab("Dashboard").click();
  await expect(tiles).toHaveText(["Users", "Roles", roleName]);
  const label = tiles.last().getByText(roleName);
  const size = (text: string) =>
    shortcuts.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).fontSize);
  expect(Number.parseFloat(await size(roleName))).toBeLessThan(Number.parseFloat(await size("Users")));
  await expect(label).toHaveCSS("-webkit-line-clamp", "2");

  // Finds a view by name, a second after the last key.
  await shortcuts.getByRole("button", { name: "Add shortcut" }).click();
  const { dialog } = workspace;
  await expect(dialog.getByRole("button", { name: "Users", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expectAccessible(page, "add shortcut");
  await dialog.getByRole("searchbox", { name: "Search views and records" }).fill("account");
  await expect(dialog.getByRole("listitem")).toHaveText(["My account"]);
  await dialog.getByRole("button", { name: "My account" }).click();
  await expect(dialog.getByRole("button", { name: "My account" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(tiles).toHaveText(["Users", "Roles", roleName, "My account"]);

  // Moves by arrows, then by dragging.
  const edit = shortcuts.getByRole("button", { name: "Edit shortcuts" });
  await edit.click();
  await shortcuts.getByRole("button", { name: "Move “My account” left" }).click();
  await expect(shortcuts.getByRole("status")).toHaveText("“My account” is now shortcut 3 of 4");
  await shortcuts.getByRole("button", { name: "Move “Users” right" }).click();
  await expectAccessible(page, "edited shortcuts");
  await tiles.nth(0).dragTo(tiles.nth(3));
  const order = [roleName, "Users", "My account", "Roles"];
  await expect(tiles).toHaveText(order);

  await shortcuts.getByRole("button", { name: "Remove “Users”" }).click();
  await expect(dialog).toContainText("Remove “Users”?");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(tiles).toHaveText(order);
  await shortcuts.getByRole("button", { name: "Remove “Users”" }).click();
  await dialog.getByRole("button", { name: "Remove shortcut" }).click();
  await expect(tiles).toHaveText([roleName, "My account", "Roles"]);
  await expect(shortcuts.getByRole("button", { name: "Remove “My account”" })).toBeFocused();
  await edit.click();
  await expect.poll(() => changes.at(-1)).toBe("DELETE /user/actions/id");
  expect(changes.filter((one) => one.startsWith("PATCH"))).toEqual(
    Array.from({ length: 3 }, () => "PATCH /user/actions/swap/id/id"),
  );

  await page.reload();
  await expect(tiles).toHaveText([roleName, "My account", "Roles"]);
  await tiles.first().getByRole("link").click();
  await expect(page).toHaveURL(product.at(`/roles/${roleId}`));
  await star.click();
  await workspace.tab("Dashboard").click();
  await expect(tiles).toHaveText(["My account", "Roles"]);
});

test("[HO-05] [CF-04] administrators see figures of the last days as sparklines and a table", async ({
  signedInPage: page,
  product,
  api,
}) => {
  await api.createUser();
  await page.goto(product.at("/"));
  const figures = new WorkspacePage(page).panel.getByRole("region", { name: "Sign-ins and users" }).first();
  await expect(figures.getByText("Failed sign-ins")).toBeVisible();
  const { 29: today } = await api.call(contract.home.figures, {});
  await figures.getByRole("button", { name: "Show table" }).click();
  const rows = figures.getByRole("row");
  await expect(rows).toHaveCount(31);
  await expect(rows.nth(1).getByRole("cell").last()).toHaveText(/^\d+$/);
  expect(today?.newUsers).toBeGreaterThan(0);
  await expectAccessible(page, "figures");
});
