import { expect, test, uniqueName } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";

test("[TL-06] the picker dialog keeps the selection across pages and searches as removable chips", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const phrase = uniqueName("pick");
  for (let index = 10; index < 22; index += 1)
    await api.createUser({ firstName: "Pia", lastName: `${phrase} ${index}` });
  const roleId = await api.createRole();
  await page.goto(product.at(`/roles/${roleId}?tab=users`));
  await page.getByRole("button", { name: "Add users" }).first().click();
  const dialog = page.getByRole("dialog");
  const table = new ResourceTable(dialog, "Users");
  const chosen = dialog.getByRole("list", { name: "Chosen" });
  await expect(dialog.getByText("Select at least one row").first()).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Columns and density" })).toHaveCount(0);

  await table.search.fill(phrase);
  await table.row(`${phrase} 10`).getByRole("checkbox").check();
  await table.pages.getByRole("button", { name: "Page 2" }).click();
  await table.row(`${phrase} 21`).getByRole("checkbox").check();
  await table.search.fill(`${phrase} 15`);
  await expect(table.rows).toHaveCount(1);
  await table.row(`${phrase} 15`).click();
  await expect(chosen.getByRole("listitem")).toContainText([`${phrase} 10`, `${phrase} 21`, `${phrase} 15`]);

  const remove = chosen.getByRole("button", { name: new RegExp(`Remove .*${phrase} 21`) });
  await remove.focus();
  await page.keyboard.press("Enter");
  await expect(chosen.getByRole("listitem")).toHaveCount(2);
  await expect(chosen.getByRole("button", { name: new RegExp(`Remove .*${phrase} 15`) })).toBeFocused();
  await dialog.getByRole("button", { name: "Add (2)" }).click();
  await expect(dialog).toBeHidden();
  await expect(new ResourceTable(page, "Users").rows).toHaveCount(2);
});

test("[TL-06] [SH-11] a row is found, selected and added by keyboard", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const lastName = uniqueName("Key");
  await api.createUser({ firstName: "Pia", lastName });
  const roleId = await api.createRole();
  await page.goto(product.at(`/roles/${roleId}?tab=users`));
  await page.getByRole("button", { name: "Add users" }).first().press("Enter");
  const dialog = page.getByRole("dialog");
  const table = new ResourceTable(dialog, "Users");
  await expect(table.search).toBeFocused();
  await page.keyboard.type(lastName);
  await expect(table.rows).toHaveCount(1);
  // Without a selection nothing is added.
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("list", { name: "Chosen" }).getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect(new ResourceTable(page, "Users").row(lastName)).toBeVisible();
});
