import { expect, signIn, test } from "./fixtures/test";
import { faults } from "./pages/faults";
import { switchLanguage } from "./pages/languages";
import { WorkspacePage } from "./pages/workspace-page";

test("[OP-06] the operator sees the state of the installation, problems first, and checks again", {
  tag: "@main",
}, async ({ signedInPage: page, product }) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/"));
  await workspace.choose("Settings", "System");
  const { panel } = workspace;
  const checks = panel.getByRole("listitem");
  await expect(panel.getByRole("listitem", { name: "Database", exact: true })).toContainText("Fine");
  // No mail server is set for these tests.
  const mail = panel.getByRole("listitem", { name: "E-mail", exact: true });
  await expect(mail).toContainText("Check");
  await expect(mail).toContainText("What to do: Set SMTP_URL");
  const states = await checks.allInnerTexts();
  const isFine = states.map((text) => /\bFine\b/.test(text));
  expect(isFine).toEqual(isFine.toSorted((one, other) => Number(one) - Number(other)));
  expect(await faults(page, { dark: true })).toEqual([]);
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/system/checks"));
  await panel.getByRole("button", { name: "Check again" }).click();
  expect((await answered).status()).toBe(200);

  await test.step("in another language", async () => {
    await switchLanguage(page, product.prefix, "de");
    await expect(panel.getByRole("listitem", { name: "Datenbank", exact: true })).toContainText("In Ordnung");
    await expect(panel.getByRole("listitem", { name: "E-Mail", exact: true })).toContainText(
      "Was zu tun ist:",
    );
    expect(await faults(page)).toEqual([]);
  });
});

test("[OP-06] [SH-02] without the permission there is neither a menu entry nor a view", async ({
  page,
  product,
  api,
}) => {
  const user = await api.createUser({ permissions: ["UserView"] });
  await signIn(page, product, user);
  await page.goto(product.at("/system"));
  await expect(page.getByText("Access forbidden")).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("menuitem", { name: "Users" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "System" })).toHaveCount(0);
});
