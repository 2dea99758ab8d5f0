"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { queryOf } from "@/lib/client/api/query";
import { allRows } from "@/lib/contract/paging";
import { type ListEndpoint, type ListScope, listCall, type RowOf } from "./list-call";
import type { ListControl } from "./list-state";
import { filledPage } from "./page-window";

const allRowsCacheTime = 60_000;

/** Loads the page of rows for a table; the previous page stays visible meanwhile. */
export function useListQuery<E extends ListEndpoint>(endpoint: E, control: ListControl, scope: ListScope) {
  const { state, change } = control;
  const query = useQuery({
    ...queryOf<ListEndpoint>(endpoint, listCall(state, scope)),
    placeholderData: keepPreviousData,
    // Cached for a shorter time, since it may have thousands of rows.
    ...(state.pageLimit === allRows && { gcTime: allRowsCacheTime }),
  });
  const { data, isPlaceholderData } = query;
  const emptied = !isPlaceholderData && data?.list.length === 0 && state.page > 1;
  const filled = filledPage(state.page, state.pageLimit, data?.totalCount ?? 0);

  useEffect(() => {
    if (emptied && filled < state.page) change({ page: filled }, { replace: true });
  }, [emptied, filled, state.page, change]);

  // State of the visible rows, which may belong to the previous page.
  const shown = useRef(state);
  if (!isPlaceholderData) shown.current = state;

  const rows: readonly RowOf<E>[] = data?.list ?? noRows;
  return { query, rows, totalCount: data?.totalCount ?? 0, shown: shown.current };
}

const noRows: readonly never[] = [];
