import { budgetsOfHost } from "../../bench/budgets.mjs";
import { makeTenant, test } from "./fixtures/host";
import { expect } from "./fixtures/test";
import { faults } from "./pages/faults";
import { faultsInEachLanguage } from "./pages/languages";
import { loadedScripts } from "./pages/loaded-scripts";
import { edit, ResourceTable } from "./pages/resource";

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

test("[PR-02] [OR-03] in no language have tenants English left or a text cut off", async ({ host }) => {
  test.slow();
  const { page, product } = host;
  const { tenantId, identifier } = await makeTenant(host, { tenantColour: "#0d8f8f" });
  const faulty: string[] = [];
  const look = async (place: string) => {
    for (const fault of await faultsInEachLanguage(page)) faulty.push(`${place} ${fault}`);
  };
  page.on("dialog", (dialog) => dialog.accept().catch(() => {}));
  for (const path of [
    `/tenants?phrase=${identifier}`,
    "/tenants/new",
    `/tenants/${tenantId}?tab=users`,
    `/tenants/${tenantId}`,
  ]) {
    await page.goto(product.at(path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await look(path);
  }
  await page.locator("main section header button").first().click();
  await expect(page.getByRole("textbox").first()).toBeVisible();
  await look("being edited");
  expect(faulty).toEqual([]);
});
