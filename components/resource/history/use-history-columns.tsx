"use client";
import { useMemo } from "react";
import type * as z from "zod";
import type { HistoryRow } from "@/lib/contract/history";
import type { ResourceColumn, Timeline } from "../list/columns";
import type { ListEndpoint } from "../list/list-call";
import { type ColumnChanges, useListColumns } from "../table/list-columns";
import { AuthorName, useAvatarAddress } from "../values/person-name";
import { useChangeText } from "./labels";
import type { RestoreCall } from "./restore";
import { ChangeTime } from "./sentences/change";
import { ChangeValues } from "./sentences/change-values";
import { MoreAlike } from "./sentences/more-alike";
import { RestoreHere } from "./sentences/restore-here";
import type { FoldedRow } from "./sentences/sentence";
import { useTimeline } from "./use-timeline";

export type HistoryList = ListEndpoint & {
  response: z.ZodType<{ list: HistoryRow[]; totalCount: number }>;
};

/**
 * Columns of a record's changes (HI-02); in the order of time under days, alike changes folded.
 * @param restoreOf restores the state after a change; false if it cannot be restored
 */
export function useHistoryColumns(
  endpoint: HistoryList,
  label: (name: string) => string,
  restoreOf: (change: HistoryRow) => RestoreCall | false | null | undefined,
): { columns: ResourceColumn<HistoryRow>[]; timeline: Timeline<HistoryRow> } {
  const changeText = useChangeText(label);
  const pictureOf = useAvatarAddress();
  const days = useTimeline<HistoryRow>();
  const changes = useMemo<ColumnChanges<HistoryRow>>(
    () => ({
      type: {
        cell: (row) => (
          <>
            {changeText(row)}
            <ChangeValues change={row} />
          </>
        ),
        wraps: true,
      },
      changedOn: { width: "w-26 @md:w-36" },
      changedBy: {
        cell: (row) => <AuthorName change={row} pictureOf={pictureOf} />,
        from: "sm",
        width: "w-40",
      },
    }),
    [changeText, pictureOf],
  );
  const columns = useListColumns<HistoryList>(endpoint, "history.list", changes);
  const timeline = useMemo(() => {
    const { isUnfolded, toggle, ...timeline } = days;
    const more = (row: FoldedRow<HistoryRow>) =>
      row.alike && (
        <MoreAlike
          change={row}
          others={row.alike}
          isOpen={isUnfolded(row)}
          onToggle={() => toggle(row.id)}
          isOfRecord
        />
      );
    const text = (column: ResourceColumn<HistoryRow>, row: FoldedRow<HistoryRow>) => (
      <span className={row.isBehind ? "block pl-4" : undefined}>
        {column.cell(row)}
        {more(row)}
      </span>
    );
    const restore = (row: HistoryRow) => {
      const call = restoreOf(row);
      return (
        call && (
          <span className="relative ml-auto flex items-center self-stretch">
            <RestoreHere {...call} inRow />
          </span>
        )
      );
    };
    return {
      ...timeline,
      columns: columns.map((column): ResourceColumn<HistoryRow> => {
        if (column.id === "type") return { ...column, cell: (row) => text(column, row) };
        // At the end of the row, where no click means the row; hidden with the column in narrow tables.
        if (column.id === "changedBy") return { ...column, beside: restore };
        if (column.id !== "changedOn") return column;
        const cell = ({ changedOn }: HistoryRow) => <ChangeTime changedOn={changedOn} />;
        return { ...column, cell, width: "w-32" };
      }),
    };
  }, [columns, days, restoreOf]);
  return { columns, timeline };
}
