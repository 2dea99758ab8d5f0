import { contract } from "@/lib/contract";
import { expect, test, uniqueName } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";

test("[TL-04] a filter is added, shown as a chip, kept in the address, changed and removed", async ({
  signedInPage: page,
  product,
  api,
}) => {
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

test("[TL-04] a head filters its own column; filters and phrase count together and are cleared at once", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const name = uniqueName("head");
  const [first] = [await api.createUser({ lastName: name, firstName: "Ana" })];
  await api.createUser({ lastName: name, firstName: "Bo" });
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at(`/users?phrase=${name}`));
  await expect(table.rows).toHaveCount(2);

  await table.column("First name").getByRole("button", { name: "Filter by First name" }).click();
  const editor = page.getByRole("dialog", { name: "Filter by First name" });
  await expect(editor.getByLabel("Column")).toBeHidden();
  await editor.getByLabel("Value").fill("ana");
  await page.keyboard.press("Enter");
  await expect(table.rows).toHaveCount(1);
  await expect(table.row(first?.userName ?? "")).toBeVisible();

  // Nobody of them has signed in, and all were made today.
  await page.getByRole("button", { name: "Add filter" }).click();
  const adding = page.getByRole("dialog", { name: "Add filter" });
  await adding.getByLabel("Column").selectOption({ label: "Created on" });
  const today = new Date().toISOString().slice(0, 4);
  await adding.getByLabel("From").fill(`${today}-01-01`);
  await adding.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/createdOn/);
  await expect(page.getByRole("listitem").filter({ hasText: "Created on" })).toHaveText(
    `Created on is on or after 01.01.${today}`,
  );
  await expect(table.rows).toHaveCount(1);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(table.rows).toHaveCount(2);
});

test("[TL-04] whoever filters a column types the value at once, also when changing it; two dates are not cut off", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { lastName } = await api.createUser({ lastName: uniqueName("typed") });
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users"));
  await expect(table.rows.first()).toBeVisible();
  await table.column("Last name").getByRole("button", { name: "Filter by Last name" }).click();
  const value = page.getByRole("dialog", { name: "Filter by Last name" }).getByLabel("Value");
  await expect(value).toBeFocused();
  await page.keyboard.type(lastName);
  await page.keyboard.press("Enter");
  await expect(table.rows).toHaveCount(1);
  const chip = page.getByRole("button", { name: /^Change filter: Last name/ });
  await chip.click();
  await expect(value).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(chip).toBeFocused();

  await table.column("Created on").getByRole("button", { name: "Filter by Created on" }).click();
  const from = page.getByRole("dialog").getByLabel("From");
  await expect(from).toBeFocused();
  await from.fill("28.08.2028");
  expect(await from.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

test("[TL-04] a date of a filter is refused at its own box, and filled up where it was left short", async ({
  signedInPage: page,
  product,
}) => {
  const table = new ResourceTable(page, "Users");
  await page.goto(product.at("/users"));
  await table.column("Created on").getByRole("button", { name: "Filter by Created on" }).click();
  const editor = page.getByRole("dialog", { name: "Filter by Created on" });
  const to = editor.getByRole("textbox", { name: "To" });
  await editor.getByRole("textbox", { name: "From" }).pressSequentially("1.2.26");
  await to.pressSequentially("31.02.2026");
  await page.keyboard.press("Enter");
  await expect(to).toHaveAccessibleDescription("This date does not exist. Please check day, month and year.");
  await expect(to).toBeFocused();
  await to.fill("");
  await to.pressSequentially("1.3.26");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("button", { name: /^Change filter: Created on is in the range 01.02.2026 to 01.03.2026/ }),
  ).toBeVisible();
});

test("[TL-04] yes and no filter roles; a filter that nothing matches says so and can be cleared", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/roles"));
  const table = new ResourceTable(page, "Roles");
  await expect(table.rows.first()).toBeVisible();
  await page.getByRole("button", { name: "Add filter" }).click();
  const editor = page.getByRole("dialog", { name: "Add filter" });
  await editor.getByLabel("Column").selectOption({ label: "Role name" });
  await editor.getByRole("button", { name: "Apply" }).click();
  await expect(editor.getByText("needs a text")).toBeVisible();
  await expect(editor.getByLabel("Value")).toBeFocused();
  await editor.getByLabel("Value").fill("nothing is called like this");
  await editor.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(table.rows.first()).toBeVisible();

  await page.getByRole("button", { name: "Add filter" }).click();
  await editor.getByLabel("Column").selectOption({ label: "Default role" });
  await editor.getByRole("radio", { name: "No" }).check();
  await editor.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get("filters") === "isDefault:is:no");
  await expect(table.rows.getByRole("link", { name: "Administrator", exact: true })).toBeVisible();
});

test("[TL-04] filters of an address that do not fit are left out with a word; the others stay", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const user = await api.createUser({ lastName: uniqueName("shared") });
  const filters = `lastName:equals:${user.lastName};color:equals:red;createdOn:from:2026-02-30`;
  await page.goto(product.at(`/users?${new URLSearchParams({ filters })}`));
  const table = new ResourceTable(page, "Users");
  await expect(table.rows).toHaveCount(1);
  await expect(page.getByText("2 filters of this address do not fit the list")).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("do not fit the list")).toBeHidden();
  await expect(page).toHaveURL(
    (url) => url.searchParams.get("filters") === `lastName:equals:${user.lastName}`,
  );
});

test("[TL-04] on a phone everything is in reach, and the page does not scroll sideways", async ({
  signedInPage: page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const filters = "lastName:contains:a long text that hardly fits a phone at all;createdBy:startsWith:a";
  await page.goto(product.at(`/users?${new URLSearchParams({ filters })}`));
  await page.getByRole("button", { name: /^Remove filter: Last name/ }).click();
  await page.getByRole("button", { name: "Add filter" }).click();
  const editor = page.getByRole("dialog", { name: "Add filter" });
  await editor.getByLabel("Column").selectOption({ label: "Last sign-in" });
  await editor.getByLabel("Condition").selectOption({ label: "is empty" });
  await expect(editor.getByLabel("From")).toBeHidden();
  await editor.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("list", { name: "Active filters" }).getByRole("listitem")).toHaveCount(2);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("[TL-04] choices are ticked and read by what they are called", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const email = `${uniqueName("guest")}@example.test`;
  await api.call(contract.invitations.invite, { body: { email, roleIds: [] } });
  await page.goto(product.at("/users"));
  await page.getByRole("button", { name: "Open invitations" }).click();
  const dialog = page.getByRole("dialog", { name: "Open invitations" });
  const table = new ResourceTable(dialog, "Open invitations");
  await table.search.fill(email);
  await expect(table.rows).toHaveCount(1);
  await dialog.getByRole("button", { name: "Add filter" }).click();
  const editor = page.getByRole("dialog", { name: "Add filter" });
  await editor.getByLabel("Column").selectOption({ label: "State" });
  await editor.getByRole("button", { name: "Apply" }).click();
  await expect(editor.getByText("needs values out of: Open, Expired, Not sent yet.")).toBeVisible();
  await editor.getByRole("checkbox", { name: "Expired" }).check();
  await editor.getByRole("checkbox", { name: "Not sent yet" }).check();
  await editor.getByRole("button", { name: "Apply" }).click();
  const chips = dialog.getByRole("list", { name: "Active filters" });
  await expect(chips.getByRole("listitem")).toHaveText(["State is one of Expired or Not sent yet"]);
  await expect(dialog.getByText("Nothing matches these filters.")).toBeVisible();
  await chips.getByRole("button", { name: /^Change filter/ }).click();
  await page.getByRole("checkbox", { name: "Open" }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(table.rows).toHaveCount(1);
});
