import { createNumberedUsers } from "../support/crew";
import { expect, test } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";

test("[RT-02] back returns through a table's states; reload and shared links restore them exactly", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const { phrase } = await createNumberedUsers(api, 26);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users"));
  await table.search.fill(phrase);
  await expect(page.getByText("1–10 of 26")).toBeVisible();
  await table.pages.getByRole("button", { name: "Page 2" }).click();
  await expect(page.getByText("11–20 of 26")).toBeVisible();
  await table.pages.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("21–26 of 26")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("11–20 of 26")).toBeVisible();

  await table.pageSize.selectOption("25");
  await table.column("E-mail").getByRole("button", { name: "E-mail", exact: true }).click();
  await table.column("E-mail").getByRole("button", { name: "E-mail", exact: true }).click();
  await table.pages.getByRole("button", { name: "Page 2" }).click();
  await expect(table.rows).toHaveCount(1);
  const left = await table.names();

  const restored = async () => {
    await expect(page.getByText("26–26 of 26")).toBeVisible();
    await expect(table.rows).toHaveCount(1);
    await expect(table.search).toHaveValue(phrase);
    await expect(table.pageSize).toHaveValue("25");
    await expect(table.column("E-mail")).toHaveAttribute("aria-sort", "descending");
    expect(await table.names()).toEqual(left);
  };
  const link = page.url();
  await page.reload();
  await restored();
  await page.goto("about:blank");
  await page.goto(link);
  await restored();
});

test("[RT-02] an invalid query string shows defaults with a message and is corrected in the address", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { phrase } = await createNumberedUsers(api, 2);
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?page=-1&pageLimit=7&sortBy=;drop&sortDir=sideways&phrase=${phrase}`));
  await expect(table.rows).toHaveCount(2);
  await expect(
    page.getByText("Ignored in this link: page, rows per page, sorting, and sort direction."),
  ).toBeVisible();
  await expect(page).toHaveURL((url) => url.search === `?phrase=${phrase}`);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("Ignored in this link")).toBeHidden();
  await expect(table.column("Name")).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
});
