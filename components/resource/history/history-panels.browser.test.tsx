import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Button } from "@/components/ui/button";
import { contract } from "@/lib/contract";
import { focus, press } from "@/tests/component/actions";
import { listOf } from "@/tests/component/fake-api";
import { ResourceTable } from "@/tests/component/resource-table";
import { show } from "@/tests/component/show";
import { useListQuery } from "../list/list-query";
import { useLocalListState } from "../list/list-state";
import HistoryPanels from "./history-panels";

const { recordHistory, historyDetail } = contract.roles;
const params = { roleId: "7" };
const change = (number: number) => ({
  ...{ id: `${number}`, type: "RoleChanged", changedBy: "Ada", recordId: "7", recordName: "Audit" },
  // Too far apart to be alike.
  changedOn: `2026-03-${String(number).padStart(2, "0")}T10:00:00.000Z`,
});
const numbered = (count: number) => Array.from({ length: count }, (_, index) => change(count - index));

/** History with a refresh button. */
function History() {
  const { query } = useListQuery(recordHistory, useLocalListState(recordHistory), { params });
  return (
    <>
      <Button onClick={() => query.refetch()}>Again</Button>
      <HistoryPanels
        endpoint={recordHistory}
        params={params}
        detailEndpoint={historyDetail}
        restoreEndpoint={contract.roles.restoreState}
        label={(name) => name}
        className="h-96"
      />
    </>
  );
}

const showHistory = async (changes: () => ReturnType<typeof numbered>) => {
  const shown = await show(<History />, {
    at: "/roles/7",
    answers(api) {
      api.answer(recordHistory, (call) => listOf(changes(), call));
      api.answer(historyDetail, ({ path }) => ({
        ...change(Number(path.split("/").at(-1))),
        ...{ previous: { roleName: "Old" }, current: { roleName: "New" }, isRestorable: true },
      }));
      api.answer(contract.roles.restoreState, () => ({}) as never);
    },
  });
  return { ...shown, table: new ResourceTable("Changes") };
};
const restore = page.getByRole("button", { name: /^Restore/ });
const isChosen = (table: ResourceTable, place: number) =>
  expect.poll(() => table.rows.elements()[place]?.getAttribute("aria-selected")).toBe("true");

test("[HI-02] the newest change stays selected when newer ones arrive, as does the user's choice", async () => {
  let count = 2;
  const { table } = await showHistory(() => numbered(count));
  await table.expectRows(2);
  await isChosen(table, 0);
  count = 3;
  await page.getByRole("button", { name: "Again" }).click();
  await table.expectRows(3);
  await isChosen(table, 0);
  await table.rows.nth(1).click();
  await isChosen(table, 1);
  count = 4;
  await page.getByRole("button", { name: "Again" }).click();
  await table.expectRows(4);
  await isChosen(table, 2);
});

test("[HI-03] the first change on a further page is an earlier state, and can be restored", async () => {
  const { table } = await showHistory(() => numbered(30));
  await isChosen(table, 0);
  await expect.element(page.getByText("New", { exact: true })).toBeVisible();
  await expect.element(restore).not.toBeInTheDocument();
  const next = table.pages.getByRole("button", { name: "Next page" });
  focus(next);
  await press("Enter");
  await expect.element(table.rows.first()).toHaveAttribute("aria-selected", "false");
  await table.rows.first().click();
  await expect.element(restore).toBeVisible();
});

test("[HI-02] days have headings, alike changes are one line that unfolds, and values are in the line", async () => {
  const added = (number: number) => ({
    ...{ ...change(number), id: `added ${number}`, type: "RoleUserAdded", subject: `Person ${number}` },
    changedOn: `2026-03-20T10:0${number}:00.000Z`,
  });
  const values = [{ name: "roleName", previous: "Clerks", current: "Auditors", isCut: false }];
  const { table } = await showHistory(() => [
    added(3),
    added(2),
    added(1),
    { ...change(2), values } as never,
  ]);
  await table.expectRows(2);
  const days = table.table.getByCss("tr[aria-hidden] td:first-child");
  await expect
    .poll(() => days.elements().map(({ textContent }) => textContent))
    .toEqual(["20.03.2026", "02.03.2026"]);
  await expect
    .element(table.rows.nth(1))
    .toHaveTextContent(/Previous: Clerks → Current: Auditors.*10:00|11:00/);
  await isChosen(table, 0);
  const more = page.getByRole("button", { name: "and 2 more like it" });
  focus(more);
  await press("Enter");
  await table.expectRows(4);
  await expect.element(more).toHaveAttribute("aria-expanded", "true");
  await expect.element(more).toHaveFocus();
  // Sorted by author there are no days, but all columns.
  await table.column("Changed by").getByRole("button", { name: "Changed by", exact: true }).click();
  await table.expectRows(4);
  await expect.poll(() => days.elements()).toHaveLength(0);
});

test("[HI-03] an earlier state is restored from its line, by pointer and by key", async () => {
  await page.viewport(1280, 800);
  const { table, api } = await showHistory(() =>
    numbered(3).map((row) => ({ ...row, isRestorable: true }) as never),
  );
  await table.expectRows(3);
  const inLine = table.table.getByRole("button", { name: "Restore", exact: true });
  await expect.poll(() => inLine.elements()).toHaveLength(2);
  focus(table.rows.nth(2).getByRole("radio"));
  await expect.element(inLine.nth(1)).toHaveStyle({ opacity: "1" });
  await press("r");
  const restored = () => api.calls.map(({ path }) => path).filter((path) => path.endsWith("/restore"));
  await expect.poll(restored).toEqual(["/roles/7/history/RoleChanged/1/restore"]);
});
