"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useFormat } from "@/lib/client/format";
import { allRows } from "@/lib/contract/paging";
import type { ListState } from "../list/list-call";

interface RangeOf {
  /** State of the visible rows, which may belong to the previous page. */
  shown: Pick<ListState, "page" | "pageLimit">;
  totalCount: number;
  /** There are more rows, not counted. */
  isMore?: boolean;
}

/** Numbers of the visible rows, as texts. */
export function useRange({ shown, totalCount }: RangeOf) {
  const format = useFormat();
  const isAll = shown.pageLimit === allRows;
  const first = isAll ? 1 : (shown.page - 1) * shown.pageLimit + 1;
  return {
    from: format.number(first),
    to: format.number(isAll ? totalCount : Math.min(first + shown.pageLimit - 1, totalCount)),
    total: format.number(totalCount),
  };
}

interface TableStatusProps extends RangeOf {
  /** Whether the visible rows are the requested ones. */
  isCurrent: boolean;
  selectedCount: number;
}

/** Announces the number of results, those of a further page, and a cleared selection. */
export function TableStatus({ isCurrent, selectedCount, ...rows }: TableStatusProps) {
  const t = useTranslations("resource.table");
  const range = useRange(rows);
  const [isCleared, setCleared] = useState(false);
  const before = useRef(0);
  useEffect(() => {
    if (selectedCount > 0 || !isCurrent) setCleared(false);
    else if (before.current > 0) setCleared(true);
    before.current = selectedCount;
  }, [selectedCount, isCurrent]);
  const results = () =>
    rows.shown.page > 1 && rows.totalCount > 0
      ? t("resultsOnPage", { ...range, isMore: String(rows.isMore === true) })
      : t(rows.isMore ? "moreResults" : "results", { count: rows.totalCount });
  return (
    <p role="status" className="sr-only">
      {isCurrent && (isCleared ? t("selectionCleared") : results())}
    </p>
  );
}
