import { expect, test, uniqueName } from "./fixtures/test";
import { expectSound } from "./pages/sound";
import { WorkspacePage } from "./pages/workspace-page";

test("[SH-10] the palette leads to tabs, views, records and actions by a few letters", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const lastName = uniqueName("Palette");
  const { userId } = await api.createUser({ firstName: "Zoë", lastName });
  const workspace = new WorkspacePage(page);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const box = palette.getByRole("combobox");
  const options = palette.getByRole("option");
  const chosen = palette.getByRole("option", { selected: true });
  await page.goto(product.at("/users"));
  await workspace.listens();

  await page.keyboard.press("Control+k");
  await expect(box).toBeFocused();
  await expectSound(page, "palette");
  await page.keyboard.press("Control+k");
  await expect(palette).toHaveCount(0);

  // Letters in their order are enough.
  await page.keyboard.press("Control+k");
  await box.fill("nwrl");
  await expect(chosen).toHaveText(/^New role/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(product.at("/roles/new"));
  await expect(workspace.panel.locator(":focus").or(workspace.panel.and(page.locator(":focus")))).toHaveCount(
    1,
  );

  // A record of any collection, and what is typed without its accents.
  await page.keyboard.press("Control+k");
  await box.fill(lastName.toLowerCase());
  await expect(options.filter({ hasText: `Zoë ${lastName}` })).toHaveCount(1);
  await options.filter({ hasText: `Zoë ${lastName}` }).click();
  await expect(page).toHaveURL(product.at(`/users/${userId}`));
  await expect(workspace.activeTab).toHaveText(`Zoë ${lastName}`);
  await page.keyboard.press("Control+k");
  await box.fill("users");
  await expect(chosen).toHaveText(/^Users/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(product.at("/users"));
  await page.keyboard.press("Control+k");
  await box.fill("zoe");
  await expect(chosen).toHaveText(new RegExp(`^Zoë ${lastName}`));
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await box.fill("dark");
  await expect(chosen).toHaveText(/Dark/);
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

  await page.keyboard.press("Control+k");
  await box.fill(lastName);
  await options.filter({ hasText: "Search everywhere" }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get("everywhere") === "true");
  await expect(page.getByRole("region", { name: "Users" }).getByRole("link")).toHaveText([`Zoë ${lastName}`]);
});

test("[SH-10] “?” shows all keys, but is typed where one types, and can be turned off", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/users"));
  const workspace = new WorkspacePage(page);
  await workspace.listens();
  await page.keyboard.press("?");
  const { dialog } = workspace;
  await expect(dialog).toContainText("Keyboard shortcuts");
  await expect(dialog.getByRole("region", { name: "Tabs" })).toContainText("Reopen the tab closed last");
  await expectSound(page, "keys");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  const box = workspace.panel.getByRole("searchbox").first();
  await box.focus();
  await page.keyboard.press("?");
  await expect(box).toHaveValue("?");
  await expect(dialog).toHaveCount(0);
});
