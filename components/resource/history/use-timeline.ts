"use client";
import { useCallback, useMemo, useState } from "react";
import type { HistoryRow } from "@/lib/contract/history";
import { useDayName } from "./sentences/day-name";
import { type FoldedRow, foldedRows } from "./sentences/sentence";

/** Days and folded rows of a table of changes, in the order of time. */
export function useTimeline<Row extends HistoryRow>() {
  const dayName = useDayName();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) =>
      setUnfolded((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  return useMemo(
    () => ({
      sortBy: "changedOn",
      headingOf: ({ changedOn }: Row) => dayName(changedOn),
      rowsOf: (rows: readonly Row[]): readonly FoldedRow<Row>[] => foldedRows(rows, dayName, unfolded),
      isUnfolded: ({ id }: Row) => unfolded.has(id),
      toggle,
    }),
    [dayName, unfolded, toggle],
  );
}
