import { budgetsOfHost } from "../../bench/budgets.mjs";
import { makeTenant, test } from "./fixtures/host";
import { expect } from "./fixtures/test";
import { faults } from "./pages/faults";
import { faultsOfWords, forgetLanguage } from "./pages/languages";
import { loadedScripts } from "./pages/loaded-scripts";
import { edit, ResourceTable } from "./pages/resource";

test("[TL-01] the views of tenants stay within their JavaScript budget", async ({
  host: { page, product },
}) => {
  for (const [path, max] of Object.entries(budgetsOfHost)) {
    const { kilobytes } = await loadedScripts(page, product.at(path));
    expect.soft(kilobytes, path).toBeGreaterThan(50);
    expect.soft(kilobytes, path).toBeLessThanOrEqual(max);
  }
});

test("[SH-09] [PR-02] [OR-03] tenant views have no inaccessible, English or truncated content", async ({
  host,
}) => {
  test.slow();
  const { page, product } = host;
  const { tenantId, identifier } = await makeTenant(host, { tenantColour: "#c29200" });
  page.on("dialog", (dialog) => dialog.accept().catch(() => {}));
  const look = async (place: string) => {
    const found = [...(await faults(page)), ...(await faultsOfWords(page, product.prefix))];
    expect.soft(found, place).toEqual([]);
    await forgetLanguage(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.setViewportSize({ width: 1440, height: 800 });
  };
  await page.goto(product.at(`/tenants?phrase=${identifier}`));
  await new ResourceTable(page, "Organisations").row(identifier).getByRole("checkbox").check();
  await look("list");
  await page.goto(product.at("/tenants/new"));
  await page.getByRole("button", { name: "Create organisation" }).click();
  await expect(page.getByText("Please fill in this field.").first()).toBeVisible();
  await look("new");
  await page.goto(product.at(`/tenants/${tenantId}`));
  await edit(page);
  await look("being edited");
  await page.goto(product.at(`/tenants/${tenantId}?tab=users`));
  await page.getByRole("button", { name: "Add users" }).first().click();
  await page.getByRole("dialog").getByRole("row").nth(1).waitFor();
  await look("picker");
});
