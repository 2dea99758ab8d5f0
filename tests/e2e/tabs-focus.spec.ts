import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

/** Whether the focus is on or in the active view. */
const isInView = (page: Page) =>
  page.evaluate(() => {
    const view = document.activeElement?.closest<HTMLElement>("[role=tabpanel]");
    return view?.checkVisibility() === true;
  });

test("[TB-05] [TB-10] [SH-09] the activated view is focused, and the menu of another tab restores it", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const workspace = new WorkspacePage(page);
  const { userName } = await api.createUser();
  await page.goto(product.at(`/users?phrase=${userName}`));
  const link = workspace.panel.getByRole("link", { name: userName });
  await link.press("Enter");
  await expect(workspace.panel.getByRole("button", { name: /^Edit/ }).first()).toBeVisible();
  await expect.poll(() => isInView(page)).toBe(true);
  await page.keyboard.press("Alt+PageUp");
  await expect(link).toBeFocused();
  await page.keyboard.press("Alt+PageUp");
  await expect(workspace.activeTab).toHaveText("Dashboard");
  await expect.poll(() => isInView(page)).toBe(true);

  await test.step("the menu of another tab returns the focus to the input", async () => {
    await page.keyboard.press("Alt+PageDown");
    await page.keyboard.press("Alt+PageDown");
    const field = await workspace.editFirstName("Gra");
    await workspace.tab("Dashboard").click({ button: "right" });
    await expect(page.getByRole("menu")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(field).toBeFocused();
    await page.keyboard.type("ce");
    await expect(field).toHaveValue("Grace");
  });
});

test("[TB-05] a returning view is shown at once, receives keys, and is the only one visible", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users"));
  await expect(workspace.panel.getByRole("searchbox")).toBeVisible();
  await workspace.follow(product.at("/roles"));
  await expect(workspace.panel.getByRole("searchbox")).toBeVisible();

  /** Switches tabs sequentially within one task, and returns the visible views. */
  const switchTo = (...names: string[]) =>
    page.evaluate((wanted) => {
      const tabs = [...document.querySelectorAll<HTMLElement>("[role=tab]")];
      for (const name of wanted) tabs.find((tab) => tab.textContent === name)?.click();
      const panels = [...document.querySelectorAll<HTMLElement>("#content > [role=tabpanel]")];
      const seen = panels.filter((panel) => panel.checkVisibility());
      dispatchEvent(new KeyboardEvent("keydown", { key: "/" }));
      const { activeElement } = document;
      const labelOf = (panel: Element | null | undefined) =>
        document.getElementById(panel?.getAttribute("aria-labelledby") ?? "")?.textContent;
      return {
        seen: seen.map(labelOf),
        searched: labelOf(activeElement?.closest("#content > [role=tabpanel]")),
      };
    }, names);

  expect(await switchTo("Users")).toEqual({ seen: ["Users"], searched: "Users" });
  expect(await switchTo("Roles")).toEqual({ seen: ["Roles"], searched: "Roles" });
  expect(await switchTo("Users", "Dashboard", "Roles", "Users")).toEqual({
    seen: ["Users"],
    searched: "Users",
  });
  expect(await switchTo("Dashboard", "Users")).toEqual({ seen: ["Users"], searched: "Users" });
  await expect(workspace.panel).toHaveCount(1);
  const search = workspace.panel.getByRole("searchbox");
  await expect(search).toBeFocused();
  await search.fill("nobody of this name");
  await expect(workspace.panel.getByText(/Nothing matches/)).toBeVisible();
});

test("[SH-11] a view opened from a shell menu is focused, even if it was active before", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/"));
  await workspace.listens();
  const choose = async (menu: string, item: string) => {
    await page.getByRole("banner").getByRole("button", { name: menu }).press("Enter");
    await page.getByRole("menuitem", { name: item }).press("Enter");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect.poll(() => isInView(page)).toBe(true);
  };
  await choose("Settings", "Users");
  const search = workspace.panel.getByRole("searchbox");
  await search.focus();
  await choose("Settings", "Users");
  await expect(search).toBeFocused();
  await choose("Main menu", "Dashboard");
  await expect(workspace.activeTab).toHaveText("Dashboard");
  await choose("User menu", "My account");

  await page.keyboard.press("Alt+Shift+A");
  await page.getByRole("combobox", { name: "Search tabs" }).fill("Users");
  await page.keyboard.press("Enter");
  await expect(search).toBeFocused();

  await page.getByRole("banner").getByRole("button", { name: "Settings" }).press("Enter");
  await page.getByRole("menuitem", { name: "Roles" }).press("Control+Enter");
  await expect(page.getByRole("banner").getByRole("button", { name: "Settings" })).toBeFocused();
});
