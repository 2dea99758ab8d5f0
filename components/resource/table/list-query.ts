"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { queryOf } from "@/lib/client/api/query";
import { allRows } from "@/lib/contract/paging";
import { type ListEndpoint, type ListScope, listCall, type RowOf } from "./list-call";
import type { ListControl } from "./list-state";
import { filledPage } from "./page-window";

const allRowsKeptFor = 60_000;

/** The page of rows that a table shows; the previous page stays until the next has come. */
export function useListQuery<E extends ListEndpoint>(endpoint: E, control: ListControl, scope: ListScope) {
  const { state, change } = control;
  const query = useQuery({
    ...queryOf<ListEndpoint>(endpoint, listCall(state, scope)),
    placeholderData: keepPreviousData,
    // Thousands of rows are not kept like a page of them.
    ...(state.pageLimit === allRows && { gcTime: allRowsKeptFor }),
  });
  const { data, isPlaceholderData } = query;
  const emptied = !isPlaceholderData && data?.list.length === 0 && state.page > 1;
  const filled = filledPage(state.page, state.pageLimit, data?.totalCount ?? 0);

  useEffect(() => {
    if (emptied && filled < state.page) change({ page: filled }, { replace: true });
  }, [emptied, filled, state.page, change]);

  // What the rows are that stand there: those of the page before, until the next has come.
  const shown = useRef(state);
  if (!isPlaceholderData) shown.current = state;

  const rows: readonly RowOf<E>[] = data?.list ?? noRows;
  return { query, rows, totalCount: data?.totalCount ?? 0, shown: shown.current };
}

const noRows: readonly never[] = [];
