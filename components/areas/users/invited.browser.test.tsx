import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { InvitationRow } from "@/lib/contract/invitations";
import { focus, press } from "@/tests/component/actions";
import { listOf } from "@/tests/component/fake-api";
import { ResourceTable } from "@/tests/component/resource-table";
import { expectAccessible } from "@/tests/component/sound";
import { showUsers } from "@/tests/component/users-list";
import { userRows } from "@/tests/support/user-rows";

const invitation = (index: number): InvitationRow => ({
  invitationId: `i-${index}`,
  email: `guest.${index}@example.test`,
  roles: [{ roleId: "r1", roleName: "Sales" }],
  state: "open",
  expiresOn: "2026-03-08T09:30:00.000Z",
  createdOn: "2026-03-01T09:30:00.000Z",
  createdBy: "admin",
});

/** Twelve users and the given number of open invitations. */
async function showBoth(count: number, at = "/users") {
  let left = Array.from({ length: count }, (_, index) => invitation(index));
  return showUsers(userRows(12), {
    at,
    answers(api) {
      api.answer(contract.invitations.list, (call) => listOf(left, call));
      api.answer(contract.users.deleted, (call) => listOf([], call));
      api.answer(contract.home.overview, () => ({
        unread: 0,
        totals: { users: 12 },
        neverSignedIn: 12,
        withoutRole: { count: 3, isMore: false },
        invitations: { open: left.length, expired: 0 },
      }));
      api.answer(contract.invitations.revoke, ({ query }) => {
        left = left.filter(({ invitationId }) => !query.getAll("invitationIds").includes(invitationId));
        return null;
      });
    },
  });
}

const guest = (index: number) => `guest.${index}@example.test`;
const quick = page.getByRole("group", { name: "Quick filters" });
const heading = (name: string) =>
  page.getByRole("group", { name: "List", exact: true }).getByRole("button", { name });

test("[US-02] invited people are the first rows of a search, outside of its selection and pages", async () => {
  await page.viewport(1440, 900);
  const { table, api } = await showBoth(2, "/users?phrase=example");
  await table.expectRows(12);
  await expect.element(table.rows.first()).toHaveTextContent(/guest\.0@example\.test.*Invited until/);
  await expect.element(table.table).toHaveAttribute("aria-rowcount", "15");
  await expect.element(page.getByText("1–10 of 12")).toBeVisible();
  await expect.element(table.box(table.rows.first())).not.toBeInTheDocument();
  await table.all.click();
  await table.expectSelected(10);
  await expectAccessible("invited people before users");
  await table.pages.getByRole("button", { name: "Next page" }).click();
  await table.expectRows(2);
  await expect.element(table.rows.first()).toHaveAttribute("aria-rowindex", "14");
  await table.search.fill("guest.1");
  await expect.poll(() => api.last(contract.invitations.list)?.query.get("phrase")).toBe("guest.1");
});

test("[US-02] up to three invited people are rows before the first page", async () => {
  await page.viewport(1440, 900);
  const { table, address } = await showBoth(3);
  await table.expectRows(13);
  await expect.element(table.rows.nth(2)).toHaveTextContent(/guest\.2@example\.test.*Invited until/);
  await expect.element(page.getByText("1–10 of 12")).toBeVisible();
  expect(address()).toEqual({});
});

test("[US-02] many invited people are one row, by keys and on a phone", async () => {
  await page.viewport(320, 740);
  const { table, address } = await showBoth(4);
  await table.expectRows(11);
  await table.search.click();
  await press("ArrowDown");
  await expect.element(table.rows.first().getByRole("button", { name: "4 invited people" })).toHaveFocus();
  await expectAccessible("the row of invited people");
  await press("Enter");
  await new ResourceTable("Open invitations").expectRows(4);
  expect(address()).toEqual({ invitations: "all" });
  // The row is gone: its focus goes to the heading of the list that it leads to.
  await expect.element(heading("Invited")).toHaveFocus();
});

test("[US-02] [SH-11] the headings switch between users and invited people, also from deleted users, and keep the focus", async () => {
  await page.viewport(1440, 900);
  const { table, address } = await showBoth(2, "/users?deleted=yes");
  await userEvent.click(heading("Invited"));
  await new ResourceTable("Open invitations").expectRows(2);
  expect(address()).toEqual({ invitations: "all" });
  await expect.element(heading("Invited")).toHaveFocus();
  focus(heading("Users"));
  await press("Enter");
  await table.expectRows(12);
  expect(address()).toEqual({});
  await expect.element(heading("Users")).toHaveFocus();
});

test("[US-02] invited people are no rows beside a filter, which applies to users", async () => {
  const { table } = await showBoth(2, "/users?filters=email:notEmpty");
  await table.expectRows(10);
});

test("[US-02] an invited person's row opens a dialog to resend, copy the link, or revoke", async () => {
  await page.viewport(1440, 900);
  const { table } = await showBoth(1, "/users?phrase=example");
  await table.expectRows(11);
  await table.search.click();
  await press("ArrowDown");
  await expect.element(table.rows.first().getByRole("button", { name: guest(0) })).toHaveFocus();
  await press("Enter");
  const dialog = page.getByRole("dialog", { name: guest(0), exact: true });
  for (const name of ["Resend", "Copy link", "Revoke"])
    await expect.element(dialog.getByRole("button", { name })).toBeVisible();
  await expect.element(dialog).toHaveTextContent("Sales");
  await expectAccessible("an invitation");
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: "Revoke" }).click();
  await table.expectRows(10);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("[US-01] [US-02] quick filters count, and show all users or the invited people alone", async () => {
  await page.viewport(1440, 900);
  const { table, address } = await showBoth(2, "/users?filters=roles:empty");
  await expect
    .poll(() =>
      quick
        .getByRole("button")
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(["All 12", "Never signed in 12", "Without a role 3", "Invited 2"]);
  const invited = quick.getByRole("button", { name: "Invited 2" });
  await invited.click();
  await expect.element(invited).toHaveAttribute("aria-pressed", "true");
  await new ResourceTable("Open invitations").expectRows(2);
  expect(address()).toEqual({ invitations: "all" });
  await userEvent.click(quick.getByRole("button", { name: "All 12" }));
  await table.expectRows(12);
  expect(address()).toEqual({});
});

test("[US-01] quick filters are in one line on laptops and tablets, and all of them can be reached", async () => {
  for (const [width, height] of [
    [1150, 800],
    [768, 900],
  ] as const) {
    await page.viewport(width, height);
    await showBoth(2);
    const buttons = quick.getByRole("button");
    await expect.poll(() => buttons.elements()).toHaveLength(4);
    const tops = buttons.elements().map((button) => button.getBoundingClientRect().top);
    expect(new Set(tops).size).toBe(1);
    const last = buttons.last();
    focus(last);
    const box = quick.element().parentElement?.getBoundingClientRect();
    await expect
      .poll(() => last.element().getBoundingClientRect().right)
      .toBeLessThanOrEqual((box?.right ?? 0) + 1);
    expect(document.documentElement.scrollWidth).toBe(width);
  }
});

test("[BE-03] without totals there is no quick filter 'All'", async () => {
  await page.viewport(1440, 900);
  await showUsers(userRows(12), {
    at: "/users",
    answers(api) {
      api.answer(contract.invitations.list, (call) => listOf([], call));
      api.answer(contract.users.deleted, (call) => listOf([], call));
      api.answer(contract.home.overview, () => ({ unread: 0, neverSignedIn: 12 }));
    },
  });
  await expect.element(quick.getByRole("button", { name: "Never signed in 12" })).toBeVisible();
  expect(quick.getByRole("button").elements()).toHaveLength(1);
});

test("[US-02] links of the home page filter the invited people by their state", async () => {
  const { address, api } = await showBoth(1, "/users?invitations=expired");
  await new ResourceTable("Open invitations").expectRows(1);
  expect(address()).toEqual({ invitations: "all", filters: "state:oneOf:expired" });
  expect(api.last(contract.invitations.list)?.query.get("filters")).toBe("state:oneOf:expired");
});
