import { contract } from "@/lib/contract";
import { budgetsOfHost } from "../../bench/budgets.mjs";
import { ApiClient } from "../support/api-client";
import { makeTenant, test } from "./fixtures/host";
import { expect } from "./fixtures/test";
import { faults } from "./pages/faults";
import { loadedScripts } from "./pages/loaded-scripts";
import { edit, ResourceTable } from "./pages/resource";
import { cutTexts, foreignTexts, ownTexts, shownTexts } from "./pages/texts";

for (const [path, most] of Object.entries(budgetsOfHost))
  test(`[TL-01] ${path} loads at most ${most} kB of JavaScript`, async ({ host: { page, product } }) => {
    const { kilobytes } = await loadedScripts(page, product.at(path));
    expect(kilobytes).toBeGreaterThan(50);
    expect(kilobytes).toBeLessThanOrEqual(most);
  });

test("[SH-09] [OR-03] axe finds nothing on tenants, in any size and theme", async ({ host }) => {
  test.slow();
  const { page, product } = host;
  const { tenantId, identifier } = await makeTenant(host, { tenantColour: "#c29200" });
  await page.goto(product.at(`/tenants?phrase=${identifier}`));
  await new ResourceTable(page, "Tenants").row(identifier).getByRole("checkbox").check();
  expect.soft(await faults(page), "list").toEqual([]);
  await page.goto(product.at("/tenants/new"));
  await page.getByRole("button", { name: "Create tenant" }).click();
  await expect(page.getByText("Please fill in this field.").first()).toBeVisible();
  expect.soft(await faults(page), "new").toEqual([]);
  await page.goto(product.at(`/tenants/${tenantId}`));
  await edit(page);
  expect.soft(await faults(page), "being edited").toEqual([]);
  page.on("dialog", (dialog) => dialog.accept().catch(() => {}));
  await page.goto(product.at(`/tenants/${tenantId}?tab=users`));
  await page.getByRole("button", { name: "Add users" }).first().click();
  await page.getByRole("dialog").getByRole("row").nth(1).waitFor();
  expect.soft(await faults(page), "picker").toEqual([]);
});

for (const language of ["de", "pl", "sr"] as const)
  test(`[PR-02] [OR-03] in ${language} tenants have no English left and no text cut off`, async ({
    host,
  }) => {
    test.slow();
    const { page, product, user } = host;
    const { tenantId, identifier } = await makeTenant(host, { tenantColour: "#0d8f8f" });
    const mine = await ApiClient.signIn(product.apiUrl, user.userName, user.password);
    await mine.call(contract.user.saveLanguage, { params: { symbol: language } });
    const faulty: Record<string, string[]> = {};
    const look = async (place: string) => {
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        const found = [
          ...(await shownTexts(page, foreignTexts(language))).map((text) => `English: ${text}`),
          ...(await cutTexts(page, ownTexts(language))).map((text) => `cut off: ${text}`),
        ];
        if (found.length > 0) faulty[`${place} at ${width}`] = found;
      }
    };
    page.on("dialog", (dialog) => dialog.accept().catch(() => {}));
    const heading = page.getByRole("heading", { level: 1 });
    for (const path of [
      `/tenants?phrase=${identifier}`,
      "/tenants/new",
      `/tenants/${tenantId}`,
      `/tenants/${tenantId}?tab=users`,
    ]) {
      await page.goto(product.at(path));
      await expect(heading).toBeVisible();
      await look(path);
    }
    await page.goto(product.at(`/tenants/${tenantId}`));
    await page.getByRole("main").getByRole("region").getByRole("button").first().click();
    await expect(page.getByRole("textbox").first()).toBeVisible();
    await look("being edited");
    expect(faulty).toEqual({});
  });
