"use client";
import { useEffect, useMemo, useState } from "react";
import { useTab } from "@/lib/client/tabs";
import {
  type AddressFaults,
  defaultListState,
  type ListEndpoint,
  type ListState,
  listStateToQuery,
  readAddress,
} from "./list-call";

export interface ListControl {
  state: ListState;
  /** What of the address did not fit the list and was taken out of it, until that is forgotten. */
  leftOut?: AddressFaults;
  forgetLeftOut?(): void;
  /** Says what else was taken out, as it turned out not to fit. */
  setLeftOut?(faults: AddressFaults): void;
  /** `replace` leaves no step in the browser's history. */
  change(patch: Partial<ListState>, options?: { replace?: boolean }): void;
}

/**
 * A table whose state is in its tab's address, so that reload and shared links restore it (RT-02). What does not fit
 * the list is corrected in the address too, so that nobody shares or bookmarks it again.
 */
export function useTabListState(endpoint: ListEndpoint): ListControl {
  const { query, setQuery } = useTab();
  const [leftOut, setLeftOut] = useState<AddressFaults>();
  const { state, faults } = useMemo(() => readAddress(endpoint, query), [endpoint, query]);

  useEffect(() => {
    if (faults.parameters.length === 0 && faults.filters === 0) return;
    setLeftOut(faults);
    setQuery(listStateToQuery(endpoint, state), { replace: true });
  }, [endpoint, faults, state, setQuery]);

  return useMemo(
    () => ({
      state,
      leftOut,
      forgetLeftOut: () => setLeftOut(undefined),
      setLeftOut,
      change(patch, { replace = false } = {}) {
        // Whoever goes on has read it; what the table corrects by itself does not count.
        if (!replace) setLeftOut(undefined);
        setQuery(listStateToQuery(endpoint, { ...state, ...patch }), { replace });
      },
    }),
    [endpoint, state, leftOut, setQuery],
  );
}

/** A table in a dialog: its state ends with it. */
export function useLocalListState(endpoint: ListEndpoint, initial?: Partial<ListState>): ListControl {
  const [state, setState] = useState(() => ({ ...defaultListState(endpoint), ...initial }));
  return useMemo(
    () => ({ state, change: (patch) => setState((before) => ({ ...before, ...patch })) }),
    [state],
  );
}
