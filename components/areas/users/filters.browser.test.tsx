import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { InvitationRow } from "@/lib/contract/invitations";
import { press } from "@/tests/component/actions";
import { listOf } from "@/tests/component/fake-api";
import { ResourceTable } from "@/tests/component/resource-table";
import { showUsers } from "@/tests/component/users-list";
import { userRows } from "@/tests/support/user-rows";

const add = page.getByRole("button", { name: "Add filter" });
const editor = page.getByRole("dialog", { name: "Add filter" });
const chips = page.getByRole("list", { name: "Active filters" }).getByRole("listitem");
const change = (name: string | RegExp) => page.getByRole("button", { name });
const apply = (dialog: Locator) => dialog.getByRole("button", { name: "Apply" });

/** The latest list request. */
const asked = (api: Awaited<ReturnType<typeof showUsers>>["api"]) =>
  api.last(contract.users.list)?.query.get("filters");

test("[TL-04] a head filters its column; filters and phrase combine and are cleared together", async () => {
  const { api, table, address } = await showUsers(userRows(3), { at: "/users?phrase=Name" });
  await table.expectRows(3);
  const ofHead = page.getByRole("dialog", { name: "Filter by E-mail" });
  await table.column("E-mail").getByRole("button", { name: "Filter by E-mail" }).click();
  await expect.element(ofHead).toBeVisible();
  await expect.element(ofHead.getByLabelText("Column")).not.toBeInTheDocument();
  await ofHead.getByLabelText("Value").fill("ana");
  await press("Enter");
  await expect.poll(() => asked(api)).toBe("email:contains:ana");
  expect(api.last(contract.users.list)?.query.get("phrase")).toBe("Name");

  await add.click();
  await editor.getByLabelText("Column").selectOptions("Created on");
  const year = new Date().getFullYear();
  await editor.getByLabelText("From").fill(`${year}-01-01`);
  await apply(editor).click();
  await expect
    .poll(() => chips.elements().map(({ textContent }) => textContent))
    .toEqual(["E-mail contains “ana”", `Created on is on or after 01.01.${year}`]);
  expect(address()?.filters).toMatch(/^email:contains:ana;createdOn:from:/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(chips).not.toBeInTheDocument();
  expect(address()).toEqual({ phrase: "Name" });
});

test("[TL-04] the filter editor focuses the value, also on change, and fits two dates", async () => {
  const { api, table } = await showUsers(userRows(3));
  await expect.element(table.rows.first()).toBeVisible();
  await table.column("Name").getByRole("button", { name: "Filter by Name" }).click();
  const ofName = page.getByRole("dialog", { name: "Filter by Name" });
  await expect.element(ofName.getByLabelText("Value")).toHaveFocus();
  const fields = ofName.getByLabelText("Column").element() as HTMLSelectElement;
  expect([...fields.options].map(({ text }) => text)).toEqual(["Last name", "First name", "Username"]);
  await userEvent.keyboard("typed{Enter}");
  await expect.poll(() => asked(api)).toBe("lastName:contains:typed");
  const chip = change(/^Change filter: Last name/);
  const value = page.getByRole("dialog", { name: "Filter by Last name" }).getByLabelText("Value");
  await chip.click();
  await expect.element(value).toHaveFocus();
  await expect.element(value).toHaveValue("typed");
  await press("Escape");
  await expect.element(chip).toHaveFocus();

  await table.column("Created on").getByRole("button", { name: "Filter by Created on" }).click();
  const from = page.getByRole("dialog").getByLabelText("From");
  await expect.element(from).toHaveFocus();
  await from.fill("28.08.2028");
  const { scrollWidth, clientWidth } = from.element();
  expect(scrollWidth).toBe(clientWidth);
});

test("[TL-04] an invalid date is rejected at its input, and an incomplete one completed", async () => {
  const { table } = await showUsers(userRows(3));
  await table.column("Created on").getByRole("button", { name: "Filter by Created on" }).click();
  const dates = page.getByRole("dialog", { name: "Filter by Created on" });
  const to = dates.getByRole("textbox", { name: "To" });
  await userEvent.type(dates.getByRole("textbox", { name: "From" }), "1.2.26");
  await userEvent.type(to, "31.02.2026");
  await press("Enter");
  await expect
    .element(to)
    .toHaveAccessibleDescription("This date does not exist. Please check day, month and year.");
  await expect.element(to).toHaveFocus();
  await to.fill("");
  await userEvent.type(to, "1.3.26");
  await press("Enter");
  await expect
    .element(change(/^Change filter: Created on is in the range 01.02.2026 to 01.03.2026/))
    .toBeVisible();
});

test("[TL-04] a filter without a value is rejected; one without matches can be cleared", async () => {
  const { table } = await showUsers(userRows(3), {
    answers(api) {
      const all = api.responderOf(contract.users.list);
      api.answer(contract.users.list, (call) =>
        call.query.has("filters") ? { list: [], totalCount: 0 } : all(call),
      );
    },
  });
  await expect.element(table.rows.first()).toBeVisible();
  await add.click();
  await editor.getByLabelText("Column").selectOptions("Last name");
  await apply(editor).click();
  await expect.element(editor.getByText("needs a text")).toBeVisible();
  await expect.element(editor.getByLabelText("Value")).toHaveFocus();
  await editor.getByLabelText("Value").fill("nobody is called like this");
  await apply(editor).click();
  await expect.element(page.getByText("Nothing matches these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await table.expectRows(3);
});

test("[TL-04] invalid filters of an address are removed with a message; the others stay", async () => {
  const filters = "lastName:equals:Byron;color:equals:red;createdOn:from:2026-02-30";
  const { api, table, address } = await showUsers(userRows(1), {
    at: `/users?${new URLSearchParams({ filters })}`,
  });
  await table.expectRows(1);
  expect(asked(api)).toBe("lastName:equals:Byron");
  const word = page.getByText("2 filters in this link do not fit the list");
  await expect.element(word).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect.element(word).not.toBeInTheDocument();
  expect(address()).toEqual({ filters: "lastName:equals:Byron" });
});

test("[TL-04] on a phone everything is reachable without horizontal page scrolling", async () => {
  await page.viewport(360, 740);
  const filters = "lastName:contains:a long text that hardly fits a phone at all;createdBy:startsWith:a";
  await showUsers(userRows(1), { at: `/users?${new URLSearchParams({ filters })}` });
  await change(/^Remove filter: Last name/).click();
  await add.click();
  await editor.getByLabelText("Column").selectOptions("Last sign-in");
  await editor.getByLabelText("Condition").selectOptions("is empty");
  await expect.element(editor.getByLabelText("From")).not.toBeInTheDocument();
  await apply(editor).click();
  await expect.poll(() => chips.elements()).toHaveLength(2);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
});

test("[TL-04] choices are checked and shown by label", async () => {
  const { api } = await showUsers(userRows(1));
  const invitation: InvitationRow = {
    invitationId: "1",
    email: "guest@example.test",
    roles: [],
    state: "open",
    expiresOn: "2026-03-08T09:30:00.000Z",
    createdOn: "2026-03-01T09:30:00.000Z",
    createdBy: "admin",
  };
  api.answer(contract.invitations.list, (call) =>
    listOf((call.query.get("filters") ?? "open").includes("open") ? [invitation] : [], call),
  );
  await page.getByRole("button", { name: "Invited", exact: true }).click();
  const list = page.getByRole("region", { name: "Open invitations" });
  const table = new ResourceTable("Open invitations");
  await table.expectRows(1);
  await list.getByRole("button", { name: "Add filter" }).click();
  await editor.getByLabelText("Column").selectOptions("State");
  await apply(editor).click();
  await expect
    .element(editor.getByText("needs values out of: Open, Expired, Not sent yet, No longer valid."))
    .toBeVisible();
  await editor.getByRole("checkbox", { name: "Expired" }).click();
  await editor.getByRole("checkbox", { name: "Not sent yet" }).click();
  await apply(editor).click();
  await expect.element(chips).toHaveTextContent(/^State is one of Expired or Not sent yet$/);
  expect(api.last(contract.invitations.list)?.query.get("filters")).toBe("state:oneOf:expired,unsent");
  await expect.element(list.getByText("Nothing matches these filters.")).toBeVisible();
  await change(/^Change filter/).click();
  await page.getByRole("checkbox", { name: "Open" }).click();
  await apply(page.getByRole("dialog").last()).click();
  await table.expectRows(1);
  expect(api.last(contract.invitations.list)?.query.get("filters")).toBe("state:oneOf:expired,unsent,open");
});

test("[TL-04] users are filtered by roles of the dictionary, and by a negated text", async () => {
  const roles = ["Accounting", "Sales"].map((name) => ({ id: `id-${name}`, name, isDefault: false }));
  const { api, table, address } = await showUsers(userRows(3), {
    answers: (api) => api.answer(contract.dictionaries.roles, (call) => listOf(roles, call)),
  });
  await expect.element(table.rows.first()).toBeVisible();
  await add.click();
  await editor.getByLabelText("Column").selectOptions("Roles");
  await apply(editor).click();
  await expect
    .element(editor.getByLabelText("Search"))
    .toHaveAccessibleDescription("Please fill in this field.");
  await editor.getByLabelText("Search").fill("sal");
  await expect.element(editor.getByRole("checkbox", { name: "Accounting" })).not.toBeInTheDocument();
  await editor.getByRole("checkbox", { name: "Sales" }).click();
  await apply(editor).click();
  await expect.poll(() => asked(api)).toBe("roles:oneOf:Sales");
  await expect.element(chips).toHaveTextContent("Roles include Sales");
  await change(/^Change filter: Roles/).click();
  const ofRoles = page.getByRole("dialog", { name: "Filter by Roles" });
  await expect.element(ofRoles.getByRole("checkbox", { name: "Sales" })).toBeChecked();
  await ofRoles.getByLabelText("Condition").selectOptions("do not include");
  await ofRoles.getByRole("checkbox", { name: "Accounting" }).click();
  await apply(ofRoles).click();
  await expect.poll(() => asked(api)).toBe("roles:noneOf:Sales,Accounting");

  await add.click();
  await editor.getByLabelText("Column").selectOptions("E-mail");
  await editor.getByLabelText("Condition").selectOptions("is not");
  await editor.getByLabelText("Value").fill("ana@example.com");
  await apply(editor).click();
  await expect
    .poll(() => address()?.filters)
    .toBe("roles:noneOf:Sales,Accounting;email:notEquals:ana@example.com");
});

test("[AU-11] [TL-04] the second factor is a chosen column and a filter, in words", async () => {
  const kinds = ["none", "totp", "passkey", "both", undefined] as const;
  const users = userRows(5).map((user, index) => ({ ...user, secondFactor: kinds[index] }));
  const { api, table } = await showUsers(users, {
    settings: { "table.users.list": JSON.stringify({ shown: ["secondFactor"] }) },
  });
  await expect.element(table.column("Second factor")).toBeVisible();
  for (const [index, words] of ["None", "Authenticator app", "Passkey", "App and passkey", "—"].entries())
    await expect.element(table.rows.nth(index)).toHaveTextContent(words);
  await table.column("Second factor").getByRole("button", { name: "Filter by Second factor" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter by Second factor" });
  await dialog.getByRole("checkbox", { name: "None" }).click();
  await apply(dialog).click();
  await expect.poll(() => asked(api)).toBe("secondFactor:oneOf:none");
});

test("[AU-11] the second factor is not offered where a provider signs in", async () => {
  const { table } = await showUsers(userRows(1), { authMode: "oidc" });
  await table.expectRows(1);
  await add.click();
  const columns = editor.getByLabelText("Column").element() as HTMLSelectElement;
  expect([...columns.options].map(({ text }) => text)).not.toContain("Second factor");
});
