import { budgetsOfHost } from "../../bench/budgets.mjs";
import { makeTenant, test } from "./fixtures/host";
import { expect } from "./fixtures/test";
import { faults } from "./pages/faults";
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
