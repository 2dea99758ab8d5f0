"use client";
import { useMemo, useState } from "react";
import { useTab } from "@/lib/tabs";
import {
  defaultListState,
  droppedFilters,
  type ListEndpoint,
  type ListState,
  listStateToQuery,
  parseListState,
} from "./list-call";

export interface ListControl {
  state: ListState;
  /** Filters of the address that do not fit the list. */
  dropped?: number;
  /** `replace` leaves no step in the browser's history. */
  change(patch: Partial<ListState>, options?: { replace?: boolean }): void;
}

/** A table whose state is in its tab's address, so that reload and shared links restore it (RT-02). */
export function useTabListState(endpoint: ListEndpoint): ListControl {
  const { query, setQuery } = useTab();
  return useMemo(() => {
    const state = parseListState(endpoint, query);
    return {
      state,
      dropped: droppedFilters(endpoint, query),
      change: (patch, { replace = false } = {}) =>
        setQuery(listStateToQuery(endpoint, { ...state, ...patch }), { replace }),
    };
  }, [endpoint, query, setQuery]);
}

/** A table in a dialog: its state ends with it. */
export function useLocalListState(endpoint: ListEndpoint, initial?: Partial<ListState>): ListControl {
  const [state, setState] = useState(() => ({ ...defaultListState(endpoint), ...initial }));
  return useMemo(
    () => ({ state, change: (patch) => setState((before) => ({ ...before, ...patch })) }),
    [state],
  );
}
