import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { contract } from "@/lib/contract";
import { focus, press } from "@/tests/component/actions";
import { listOf } from "@/tests/component/fake-api";
import type { ResourceTable } from "@/tests/component/resource-table";
import { expectAccessible } from "@/tests/component/sound";
import { showUsers } from "@/tests/component/users-list";
import { userRows } from "@/tests/support/user-rows";

/** Enters the table by keyboard. */
async function enterGrid(table: ResourceTable) {
  await expect.element(table.rows.first()).toBeVisible();
  const stop = table.table.getByCss('[tabindex="0"]');
  expect(stop.elements()).toHaveLength(1);
  focus(stop);
}

const cells = (row: Locator) => row.getByRole("gridcell");

test("[TL-07] a table is one tab stop, and arrow keys move through cells and rows", async () => {
  const { table } = await showUsers(userRows(12));
  await table.expectRows(10);
  await expect.element(table.table).toHaveAttribute("aria-rowcount", "13");
  const { rows } = table;
  const head = table.column("Name");
  const sort = head.getByRole("button", { name: "Name", exact: true });

  await enterGrid(table);
  await expect.element(rows.first().getByRole("link")).toHaveFocus();
  await press("ArrowDown", "ArrowRight");
  await expect.element(cells(rows.nth(1)).nth(2)).toHaveFocus();
  await press("ArrowDown", "Home");
  await expect.element(table.box(rows.nth(2))).toHaveFocus();
  await userEvent.keyboard("{Control>}{End}{/Control}");
  await expect.element(cells(rows.last()).last()).toHaveFocus();
  await userEvent.keyboard("{Control>}{Home}{/Control}");
  await expect.element(table.box(rows.first())).toHaveFocus();
  await press("PageDown");
  await expect.element(table.box(rows.last())).toHaveFocus();
  await userEvent.keyboard("{Control>}{Home}{/Control}{ArrowUp}{ArrowRight}");
  await expect.element(sort).toHaveFocus();
  await press("Enter");
  await expect.element(head).toHaveAttribute("aria-sort", "descending");
  await expect.element(sort).toHaveFocus();

  await press("Tab");
  expect(table.table.element().contains(document.activeElement)).toBe(false);
  await userEvent.tab({ shift: true });
  await expect.element(sort).toHaveFocus();
  await expectAccessible("a table with the focus in it");
});

test("[TL-07] the down arrow moves from the search to its results, also before they arrive", async () => {
  const { table } = await showUsers(userRows(20));
  await expect.element(table.rows.first()).toBeVisible();
  await table.search.click();
  await userEvent.keyboard("Name 0000");
  await press("ArrowDown");
  await expect.element(table.rows.first().getByRole("link")).toHaveFocus();
  await table.expectRows(10);
  await press("ArrowDown", " ");
  await expect.element(table.box(table.rows.nth(1))).toBeChecked();
  await table.search.fill("nobody");
  await expect.element(table.table).not.toBeInTheDocument();
  await press("ArrowDown");
  await expect.element(table.search).toHaveFocus();
});

test("[TL-07] an arrow key beyond the last row keeps the tab stop there", async () => {
  const { table } = await showUsers(userRows(3));
  await enterGrid(table);
  const last = table.box(table.rows.last());
  await press("ArrowDown", "ArrowDown", "Home", "ArrowDown", " ");
  await table.expectSelected(1);
  await expect.element(last).toHaveFocus();
  await expect.element(last).toHaveAttribute("tabindex", "0");
});

test("[TL-02] the keyboard selects a row, a range or the page", async () => {
  const { table } = await showUsers(userRows(6));
  await enterGrid(table);
  await userEvent.keyboard(" {ArrowDown}{ArrowDown}{Shift>} {/Shift}");
  await table.expectSelected(3);
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
  await table.expectSelected(4);
  await userEvent.keyboard("{Shift>}{ArrowUp}{ArrowUp}{/Shift}");
  await table.expectSelected(2);
  await userEvent.keyboard("{Control>}a{/Control}");
  await table.expectSelected(6);
  await press("ArrowRight", " ");
  await table.expectSelected(5);
});

test("[TL-02] Ctrl+A adds the page to the selection", async () => {
  const { table } = await showUsers(userRows(12));
  await enterGrid(table);
  await press(" ");
  await table.expectSelected(1);
  await table.pages.getByRole("button", { name: "Next page" }).click();
  await expect.element(page.getByText("11–12 of 12")).toBeVisible();
  await enterGrid(table);
  await userEvent.keyboard("{Control>}a{/Control}");
  await table.expectSelected(3);
});

test("[TL-02] Shift+click selects a range, also next to the checkboxes", async () => {
  const { table, tabs } = await showUsers(userRows(6));
  await table.box(table.rows.nth(1)).click();
  await table.box(table.rows.nth(4)).click({ modifiers: ["Shift"] });
  await table.expectSelected(4);
  await cells(table.rows.nth(2))
    .nth(2)
    .click({ modifiers: ["Shift"] });
  await table.expectSelected(2);
  expect(tabs.getState().tabs.filter(({ path }) => path !== "/")).toHaveLength(1);
});

test("[TL-07] the focus keeps its position when the row is removed or the page changes", async () => {
  const { table } = await showUsers(userRows(12));
  await enterGrid(table);
  await press("ArrowDown", "ArrowLeft", " ");
  focus(table.selection.getByRole("button", { name: "Delete" }));
  await press("Enter");
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete user" });
  await expect.element(confirm).toBeVisible();
  focus(confirm);
  await press("Enter");
  await expect.element(page.getByText("1–10 of 11")).toBeVisible();
  await expect.element(table.box(table.row("Name 00002"))).toHaveFocus();

  const next = table.pages.getByRole("button", { name: "Next page" });
  focus(next);
  await press("Enter");
  await expect.element(page.getByText("11–11 of 11")).toBeVisible();
  await expect.element(next).toHaveFocus();
  await expect.element(next).toHaveAttribute("aria-disabled", "true");
  await press("Enter");
  await expect.element(page.getByText("11–11 of 11")).toBeVisible();
});

/** Presses a button that is removed by its action. */
async function pressAway(button: Locator) {
  focus(button);
  await press("Enter");
  await expect.element(button).not.toBeInTheDocument();
}

test("[TL-07] the focus stays in the table when a notice, empty result or pager is removed", async () => {
  const { table, api } = await showUsers(userRows(101), {
    at: "/users?phrase=nobody&filters=lastName:contains:nobody&page=x",
  });
  await expect.element(page.getByText("Ignored in this link")).toBeVisible();
  await pressAway(table.section.getByRole("button", { name: "Close" }));
  await expect.element(table.section).toHaveFocus();
  await pressAway(table.section.getByRole("button", { name: "Clear search and filters" }));
  await expect.element(table.rows.first()).toBeVisible();
  await expect.element(table.section).toHaveFocus();

  await pressAway(table.section.getByRole("button", { name: "Show all 101" }));
  await expect.element(table.section).toHaveFocus();
  expect(api.last(contract.users.list)?.query.get("pageLimit")).toBe("-1");
});

test("[TL-07] the focus stays in the table when a retry succeeds", async () => {
  const { table, api } = await showUsers(userRows(3));
  await expect.element(table.rows.first()).toBeVisible();
  api.answer(contract.users.list, () => Response.json({ status: 500 }, { status: 500 }));
  await table.column("E-mail").getByRole("button", { name: "E-mail", exact: true }).click();
  await expect.element(page.getByText("Error! item not found")).toBeVisible();
  api.answer(contract.users.list, (call) => listOf(userRows(3), call));
  await pressAway(table.section.getByRole("button", { name: "Try again" }));
  await expect.element(table.rows.first()).toBeVisible();
  await expect.element(table.section).toHaveFocus();
});
