import { contract } from "@/lib/contract";
import { expect, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

test("[TB-06] signing out asks once about all unsaved tabs, names them, and can save them", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const [one, two] = await Promise.all([api.createUser(), api.createUser()]);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users"));
  for (const { userName } of [one, two]) {
    await workspace.tab("Users").click();
    await workspace.panel.getByRole("searchbox").fill(userName);
    await workspace.panel.getByRole("link", { name: userName }).click();
    await workspace.editFirstName("Grace");
  }
  await workspace.choose("User menu", "Sign out");
  const names = workspace.dialog
    .getByRole("list", { name: "Tabs with unsaved changes" })
    .getByRole("listitem");
  await expect(names).toHaveText([`Ada ${one.lastName}`, `Ada ${two.lastName}`]);
  await workspace.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(workspace.tabs).toHaveCount(4);

  await workspace.choose("User menu", "Sign out");
  await workspace.dialog.getByRole("button", { name: "Save and sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  for (const { userId } of [one, two]) {
    const { firstName } = await api.call(contract.users.detail, { params: { userId } });
    expect(firstName).toBe("Grace");
  }
});

for (const late of [false, true])
  test(`[TB-06] yes to a tab that is being saved closes it when that is done${late ? ", with what was typed meanwhile" : ""}`, async ({
    signedInPage: page,
    product,
    api,
  }) => {
    const { userId, lastName } = await api.createUser();
    const workspace = new WorkspacePage(page);
    await page.goto(product.at(`/users/${userId}`));
    const field = await workspace.editFirstName("Grace");
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    const saves: unknown[] = [];
    await page.route(`**/api/users/${userId}`, async (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      saves.push(route.request().postDataJSON().firstName);
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest((request) => request.method() === "PUT");
    await workspace.panel.getByRole("button", { name: "Save", exact: true }).click();
    await asked;
    if (late) await field.fill("Grace Brewster");
    await workspace.closeButton(`Ada ${lastName}`).click();
    await workspace.dialog.getByRole("button", { name: "Yes, save" }).click();
    letThrough();
    await workspace.expectTabs("Dashboard");
    expect(saves).toEqual(late ? ["Grace", "Grace Brewster"] : ["Grace"]);
    const { firstName } = await api.call(contract.users.detail, { params: { userId } });
    expect(firstName).toBe(saves.at(-1));
  });

test("[TB-06] closing several unsaved tabs asks once; what cannot be saved stays and comes to the front", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const [one, two] = await Promise.all([api.createUser(), api.createUser()]);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users"));
  for (const [{ userName }, firstName] of [
    [one, "Grace"],
    [two, ""],
  ] as const) {
    await workspace.tab("Users").click();
    await workspace.panel.getByRole("searchbox").fill(userName);
    await workspace.panel.getByRole("link", { name: userName }).click();
    await workspace.editFirstName(firstName);
  }
  await workspace.tab("Dashboard").click();
  await workspace.tab("Dashboard").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Close all" }).click();
  await expect(workspace.dialog).toContainText("Save changes in 2 tabs?");
  await workspace.dialog.getByRole("button", { name: "Save all" }).click();
  await workspace.expectTabs("Dashboard", `Ada ${two.lastName}`);
  await expect(workspace.tabs.last()).toHaveAccessibleName(`Ada ${two.lastName}, unsaved changes`);
  await expect(workspace.activeTab).toContainText(two.lastName);
  await expect(workspace.panel.getByRole("textbox", { name: "First name" })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  const { firstName } = await api.call(contract.users.detail, { params: { userId: one.userId } });
  expect(firstName).toBe("Grace");
});

test("[TB-01] [RT-04] the tab of a record that does not exist says so", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users/00000000-0000-4000-8000-000000000000"));
  await workspace.expectTabs("Dashboard", "Item not found");
});

test("[TB-06] the answers stand in one row, in German too, and on a phone each on a row of its own", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${user.userId}`));
  await workspace.editFirstName("Grace");
  await workspace.choose("Language", "Deutsch");
  const answers = workspace.dialog.getByRole("button", {
    name: /^(Abbrechen|Nein, verwerfen|Ja, speichern|Verwerfen und abmelden|Speichern und abmelden)$/,
  });
  const rowCount = () =>
    answers.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
  for (const leave of ["Delete", "sign out"]) {
    await page.setViewportSize({ width: 1440, height: 800 });
    if (leave === "Delete") await page.getByRole("tab", { selected: true }).first().press("Delete");
    else await workspace.choose("Benutzermenü", "Abmelden");
    await expect(answers).toHaveCount(3);
    expect(await rowCount(), leave).toBe(1);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await rowCount(), leave).toBe(3);
    await answers.first().click();
    await expect(answers).toHaveCount(0);
  }
});
