import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { AreasProvider } from "@/components/area/areas-context";
import { contract } from "@/lib/contract";
import type { AuditRow } from "@/lib/contract/audit";
import { focus, press } from "@/tests/component/actions";
import { listOf } from "@/tests/component/fake-api";
import { ResourceTable } from "@/tests/component/resource-table";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import { areaRegistry } from "../registry";
import AuditListView from "./list-view";

const change = (id: string, at: string, more: Partial<AuditRow> = {}): AuditRow => ({
  ...{ id, type: "UserCreated", operation: "created", collection: "users", address: null },
  ...{
    changedBy: "Hannah Clark",
    changedOn: `2026-03-${at}:00.000Z`,
    recordId: id,
    recordName: `Person ${id}`,
  },
  ...more,
});
const renamed: Partial<AuditRow> = {
  ...{ type: "RoleUpdated", operation: "changed", collection: "roles", recordName: "Auditors" },
  fields: ["roleName"],
  values: [{ name: "roleName", previous: "Clerks", current: "Auditors", isCut: false }],
};
const changes = [
  ...["5", "4", "3", "2", "1"].map((id) => change(id, `02T10:0${id}`)),
  change("role", "01T09:30", renamed),
  change("in", "01T09:00", { type: "UserSignedIn", operation: "access", address: "203.0.113.7" }),
];
const table = new ResourceTable("Audit log");
const showAudit = (at = "/audit") =>
  show(
    <AreasProvider value={areaRegistry}>
      <AuditListView />
    </AreasProvider>,
    {
      at,
      answers: (api) =>
        api.answer(contract.audit.list, (call) => ({ ...listOf(changes, call), isMore: false })),
    },
  );
const days = table.table.getByCss("tr[aria-hidden] td:first-child");
const daysShown = () => days.elements().map(({ textContent }) => textContent);

test("[HI-03] [HI-02] the audit log is a timeline: days, sentences with values, alike changes as one line", async () => {
  await page.viewport(1280, 800);
  await showAudit();
  await table.expectRows(3);
  expect(daysShown()).toEqual(["02.03.2026", "01.03.2026"]);
  await expect.element(table.rows.first()).toHaveTextContent(/created the user Person 5 and 4 more like it/);
  await expect
    .element(table.rows.nth(1))
    .toHaveTextContent(/changed role name of Auditors Previous: Clerks → Current: Auditors/);
  await expect.element(table.rows.nth(2)).toHaveTextContent("203.0.113.7");
  // Changes are counted, not lines.
  await expect.element(table.section.getByText("1–7 of 7")).toBeVisible();
  expect(document.querySelectorAll("tbody tr[data-index] svg").length).toBeGreaterThanOrEqual(3);
  await expectAccessible("timeline");
});

test("[HI-03] [TL-04] alike changes unfold by key, rows are walked by arrows and opened, in either order of time", async () => {
  await page.viewport(1280, 800);
  const { tabs } = await showAudit();
  const more = table.table.getByRole("button", { name: "and 4 more like it" });
  focus(more);
  await press("Enter");
  await table.expectRows(7);
  await expect.element(more).toHaveFocus();
  await press("Enter");
  await table.expectRows(3);
  focus(table.rows.nth(0).getByCss("a[data-row-link]"));
  await press("ArrowDown");
  await expect.element(table.rows.nth(1).getByCss("a[data-row-link]")).toHaveFocus();
  await press("Enter");
  await expect.poll(() => tabs.getState().tabs.map(({ path }) => path)).toContain("/audit/role");
  await table.column("Time").getByRole("button", { name: "Time", exact: true }).click();
  await expect.poll(daysShown).toEqual(["01.03.2026", "02.03.2026"]);
});

test("[HI-03] [TL-07] the table with all columns replaces the timeline by its button, or by another order", async () => {
  await page.viewport(1280, 800);
  const { api } = await showAudit("/audit?sortBy=changedBy");
  const timeline = page.getByRole("button", { name: "Timeline" });
  await table.expectRows(7);
  await expect.element(timeline).toHaveAttribute("aria-pressed", "false");
  await expect.element(table.table.getByRole("columnheader").first()).toHaveTextContent("Record");
  await timeline.click();
  await table.expectRows(3);
  await timeline.click();
  await table.expectRows(7);
  await expect.poll(() => days.elements()).toHaveLength(0);
  await expect.element(table.rows.nth(5)).toHaveTextContent("Role changed: Role name");
  dispatchEvent(new Event("pagehide"));
  const saved = () =>
    JSON.stringify(api.calls.filter(({ path }) => path === contract.user.saveSettings.path));
  await expect.poll(saved).toContain('\\"gallery\\":true');
});

test("[HI-03] [TL-01] from all rows on one page, the timeline returns with pages", async () => {
  await page.viewport(1280, 800);
  const { tabs } = await showAudit("/audit?pageLimit=-1");
  const timeline = page.getByRole("button", { name: "Timeline" });
  await table.expectRows(7);
  await expect.element(timeline).toHaveAttribute("aria-pressed", "false");
  await timeline.click();
  await table.expectRows(3);
  const query = () => tabs.getState().tabs.find(({ path }) => path === "/audit")?.query;
  await expect.poll(query).toEqual({ pageLimit: "100" });
});

test("[HI-03] on a phone a change fits, times do not wrap, and the record's name is cut last", async () => {
  await page.viewport(390, 844);
  await showAudit();
  await table.expectRows(3);
  const oneLine = () =>
    [...document.querySelectorAll("tbody time")].every((time) => time.getClientRects().length === 1);
  expect(oneLine()).toBe(true);
  const box = table.table.element().parentElement as HTMLElement;
  expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth);
  await page.getByRole("button", { name: "Timeline" }).click();
  await table.expectRows(7);
  expect(oneLine()).toBe(true);
});
