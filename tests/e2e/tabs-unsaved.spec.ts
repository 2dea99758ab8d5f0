import { contract } from "@/lib/contract";
import type { TestUser } from "../support/api-client";
import { gate } from "../support/gate";
import { expect, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

test("[TB-06] closing several unsaved tabs asks once, names and saves them, and keeps failed ones", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
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
  const firstNameOf = async ({ userId }: TestUser) =>
    (await api.call(contract.users.detail, { params: { userId } })).firstName;
  expect(await firstNameOf(one)).toBe("Grace");

  await workspace.panel.getByRole("textbox", { name: "First name" }).fill("Grace");
  await workspace.follow(product.at(`/users/${one.userId}`));
  await workspace.editFirstName("Augusta");
  await workspace.choose("User menu", "Sign out");
  const names = workspace.dialog
    .getByRole("list", { name: "Tabs with unsaved changes" })
    .getByRole("listitem");
  await expect(names).toHaveText([`Ada ${two.lastName}`, `Grace ${one.lastName}`]);
  await workspace.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(workspace.tabs).toHaveCount(3);

  await workspace.choose("User menu", "Sign out");
  await workspace.dialog.getByRole("button", { name: "Save and sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect([await firstNameOf(one), await firstNameOf(two)]).toEqual(["Augusta", "Grace"]);
});

test("[TB-06] closing a tab during its save waits, and keeps later input", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId, lastName } = await api.createUser();
  const workspace = new WorkspacePage(page);
  const saves: unknown[] = [];
  let held = gate();
  await page.route(`**/api/users/${userId}`, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    saves.push(route.request().postDataJSON().firstName);
    await held.passed;
    await route.continue();
  });
  await page.goto(product.at(`/users/${userId}`));
  const closeWhileSaving = async (title: string, firstName: string, meanwhile?: string) => {
    saves.length = 0;
    held = gate();
    await expect(workspace.activeTab).toHaveText(title);
    const field = await workspace.editFirstName(firstName);
    const asked = page.waitForRequest((request) => request.method() === "PUT");
    await workspace.panel.getByRole("button", { name: "Save", exact: true }).click();
    await asked;
    if (meanwhile) await field.fill(meanwhile);
    await workspace.closeButton(title).click();
    await workspace.dialog.getByRole("button", { name: "Yes, save" }).click();
    held.open();
    await workspace.expectTabs("Dashboard");
    const { firstName: stored } = await api.call(contract.users.detail, { params: { userId } });
    expect(stored).toBe(saves.at(-1));
  };
  await closeWhileSaving(`Ada ${lastName}`, "Grace");
  expect(saves).toEqual(["Grace"]);
  await workspace.follow(product.at(`/users/${userId}`));
  await closeWhileSaving(`Grace ${lastName}`, "Augusta", "Augusta Ada");
  expect(saves).toEqual(["Augusta", "Augusta Ada"]);
});

test("[TB-06] [TB-10] reloading a tab refetches, and asks about unsaved changes; the buttons fit", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at(`/users/${user.userId}`));
  const reload = async () => {
    await workspace.activeTab.click({ button: "right" });
    await page.getByRole("menuitem", { name: "Reload" }).click();
  };
  const answered = page.waitForResponse((response) => response.url().endsWith(`/api/users/${user.userId}`));
  await reload();
  await answered;
  const field = await workspace.editFirstName("Grace");
  await reload();
  await workspace.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(field).toHaveValue("Grace");
  await reload();
  await workspace.dialog.getByRole("button", { name: "No, discard" }).click();
  await expect(field).toHaveCount(0);
  await expect(workspace.activeTab).toHaveText(`Ada ${user.lastName}`);

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
