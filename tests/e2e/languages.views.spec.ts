import { expect, test } from "./fixtures/test";
import { faultsIn, faultsInEachLanguage, inEachLanguage, settled } from "./pages/languages";
import { marked, unmarkedTexts } from "./pages/texts";
import { WorkspacePage } from "./pages/workspace-page";

// Other tests make records too, whose names may be words of the product.
const views = [
  "/",
  "/search?collection=users&phrase={userName}",
  "/users?phrase={userName}",
  "/users?phrase=zzzzzz",
  "/users/new",
  "/users/{userId}",
  "/users/{userId}?tab=roles",
  "/roles",
  "/roles/new",
  "/roles/{roleId}",
  "/roles/{roleId}?tab=permissions",
  "/roles/{roleId}?tab=users",
  "/my-account",
  "/my-account?tab=preferences",
  "/my-account?tab=password",
  "/my-account?tab=identity-providers",
  "/my-account?tab=api-keys",
  "/playground?tab=fields",
  "/nowhere",
] as const;

/** Some views in one test, so that they run side by side. */
const portion = 5;
for (let first = 0; first < views.length; first += portion) {
  const some = views.slice(first, first + portion);
  test(`[PR-02] in no language have views English left or a text cut off: ${some.join(" ")}`, async ({
    signedInPage: page,
    product,
    api,
  }) => {
    test.slow();
    const roleId = await api.createRole({ permissions: ["UserView"] });
    const { userId, userName } = await api.createUser({ roleIds: [roleId] });
    const faults: string[] = [];
    const look = async (place: string) => {
      for (const fault of await faultsInEachLanguage(page)) faults.push(`${place} ${fault}`);
    };
    for (const view of some) {
      const path = view
        .replace("{userId}", userId)
        .replace("{userName}", userName)
        .replace("{roleId}", roleId);
      await page.goto(product.at(path));
      await settled(page);
      await look(view);
      if (!/Id}$|my-account(?:\?tab=preferences)?$/.test(view)) continue;
      // The same while a section is edited.
      await page.locator("main section header button").first().click();
      await expect(page.locator("main form")).toBeVisible();
      await look(`${view}, editing`);
    }
    expect(faults).toEqual([]);
  });
}

test("[PR-02] in no language has a menu or dialog English left or a text cut off on a phone", async ({
  signedInPage: page,
  product,
  api,
}) => {
  test.slow();
  const { userId } = await api.createUser();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(product.at(`/users/${userId}`));
  await settled(page);
  const faults: string[] = [];
  await inEachLanguage(page, async (language) => {
    const look = async (place: string) => {
      for (const fault of await faultsIn(page, language)) faults.push(`${place} in ${language}: ${fault}`);
    };
    const popups = page.getByRole("banner").locator("button[aria-haspopup]");
    for (let index = 0; index < (await popups.count()); index += 1) {
      await popups.nth(index).press("Enter");
      await expect(page.locator("[role=menu], [role=dialog]").first()).toBeVisible();
      await look(`menu ${index + 1} of the top bar`);
      await page.keyboard.press("Escape");
      await expect(page.locator("[role=menu], [role=dialog]")).toHaveCount(0);
    }
    // All but the icon that refreshes open a dialog, whose code comes when it does.
    const toolbar = page.getByRole("main").getByRole("toolbar").first();
    const actions = toolbar.getByRole("button").filter({ hasText: /\S/ });
    await expect(actions).toHaveCount(4);
    for (let index = 0; index < (await actions.count()); index += 1) {
      await actions.nth(index).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      await settled(page);
      await look(`dialog of action ${index + 1}`);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
  });
  expect(faults).toEqual([]);
});

test("[PR-02] nothing is said but what the messages say", async ({
  signedInPage: page,
  product,
  user,
  api,
}) => {
  const mark = "¤";
  await page.route("**/api/messages/de", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: marked(await answer.json(), mark) });
  });
  const roleId = await api.createRole({ permissions: ["UserView"] });
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
    // Besides the signed-in user, the one who made the other user by the API.
    const names = [
      product.appTitle,
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
  for (const menu of ["Hauptmenü", "Einstellungen", "Informationen", "Benutzermenü"]) {
    // By key: menus that open under the pointer close in their own time.
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
  await workspace.choose(`${mark}Informationen`, new RegExp(`${mark}Über`));
  await expect(page.getByRole("dialog")).toBeVisible();
  await look("about");
  expect(faults).toEqual({});
});
