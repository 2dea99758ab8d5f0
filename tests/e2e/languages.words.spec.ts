import { expect, test, uniqueName } from "./fixtures/test";
import { settled } from "./pages/languages";
import { marked, unmarkedTexts } from "./pages/texts";
import { WorkspacePage } from "./pages/workspace-page";

test("[PR-02] all visible texts come from the messages", async ({
  signedInPage: page,
  product,
  user,
  api,
}) => {
  const mark = "¤";
  await page.route("**/api/messages/de?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: marked(await response.json(), mark) });
  });
  const roleName = uniqueName("Role");
  const roleId = await api.createRole({ roleName, permissions: ["UserView"] });
  const person = await api.createUser({ roleIds: [roleId] });
  await page.goto(product.at(`/users?phrase=${person.userName}`));
  const workspace = new WorkspacePage(page);
  await workspace.choose("Language", "Deutsch");
  const banner = page.getByRole("banner");
  const main = page.getByRole("main");
  const press = (name: string | RegExp) => main.getByRole("button", { name }).first().click();
  const close = () => page.keyboard.press("Escape");
  const faults: Record<string, string[]> = {};
  const look = async (place: string) => {
    await settled(page);
    const name = `${user.firstName} ${user.lastName}`;
    // The signed-in user, and the creator and the role of the other user.
    const names = [
      product.appTitle,
      roleName,
      user.userName,
      user.email,
      name,
      `${name} · ${user.email}`,
      "Administrator",
    ];
    const found = (await unmarkedTexts(page, mark)).filter((text) => !names.includes(text));
    if (found.length > 0) faults[place] = found;
  };
  await expect(page.getByRole("heading", { level: 1, name: `${mark}Benutzer` })).toBeVisible();
  await look("list");
  await press(`${mark}Filter hinzufügen`);
  await look("filter");
  await close();
  for (const menu of ["Hauptmenü", "Verwaltung", "Hilfe", "Benutzermenü"]) {
    // By keyboard: menus opened by hover close with a delay.
    await banner.getByRole("button", { name: `${mark}${menu}` }).press("Enter");
    await expect(page.getByRole("menu")).toBeVisible();
    await look(menu);
    await close();
    await expect(page.getByRole("menu")).toHaveCount(0);
  }
  await main.getByRole("link", { name: person.userName }).click();
  await press(`${mark}Bearbeiten`);
  await look("record, editing");
  await press(`${mark}Abbrechen`);
  await press(`${mark}Verlauf`);
  await page
    .getByRole("dialog")
    .getByRole("row")
    .filter({ hasText: `${mark}Benutzer erstellt` })
    .click();
  await expect(page.getByRole("dialog").getByRole("heading", { level: 3 })).toBeVisible();
  await look("history");
  await close();
  await workspace.choose(`${mark}Benutzermenü`, `${mark}Mein Konto`);
  await look("my account");
  await workspace.choose(`${mark}Hilfe`, new RegExp(`${mark}Über`));
  await expect(page.getByRole("dialog")).toBeVisible();
  await look("about");
  expect(faults).toEqual({});
});
