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
  changedOn: `2026-03-01T10:${String(number).padStart(2, "0")}:00.000Z`,
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
