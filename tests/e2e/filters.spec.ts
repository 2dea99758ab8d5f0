import { expect, test, uniqueName } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";

test("[TL-04] a filter is added, shown as a chip, kept in the address, changed and removed", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const name = uniqueName("filter");
  for (let number = 1; number <= 12; number += 1)
    await api.createUser({ lastName: `${name} ${String(number).padStart(2, "0")}` });
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users?page=2&sortBy=userName"));
  await page.getByRole("button", { name: "Add filter" }).click();
  const editor = page.getByRole("dialog");
  await editor.getByLabel("Column").selectOption({ label: "Last name" });
  await editor.getByLabel("Condition").selectOption({ label: "contains" });
  await editor.getByLabel("Value").fill(name.toUpperCase());
  await editor.getByLabel("Value").press("Enter");
  await expect(editor).toBeHidden();

  await expect(page.getByText("1–10 of 12")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "12 results" })).toBeAttached();
  await expect(page).toHaveURL(
    (url) =>
      url.searchParams.get("filters") === `lastName:contains:${name.toUpperCase()}` &&
      !url.searchParams.has("page"),
  );
  const chips = page.getByRole("list", { name: "Active filters" });
  await expect(chips.getByRole("listitem")).toHaveText([`Last name contains “${name.toUpperCase()}”`]);

  await page.reload();
  await expect(page.getByText("1–10 of 12")).toBeVisible();
  await chips.getByRole("button", { name: /^Change filter: Last name/ }).click();
  await editor.getByLabel("Condition").selectOption({ label: "is" });
  await editor.getByLabel("Value").fill(`${name} 07`);
  await editor.getByRole("button", { name: "Apply" }).click();
  await expect(table.rows).toHaveCount(1);

  await chips.getByRole("button", { name: /^Remove filter/ }).click();
  await expect(chips).toBeHidden();
  await expect(page.getByRole("button", { name: "Add filter" })).toBeFocused();
  await expect(page).not.toHaveURL(/filters=/);

  await page.goBack();
  await expect(table.rows).toHaveCount(1);
});
