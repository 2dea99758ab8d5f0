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
  /** Invalid parts that were removed from the address, until dismissed. */
  leftOut?: AddressFaults;
  forgetLeftOut?(): void;
  /** Reports further invalid parts found later. */
  setLeftOut?(faults: AddressFaults): void;
  /** `replace` adds no entry to the browser's history. */
  change(patch: Partial<ListState>, options?: { replace?: boolean }): void;
}

/**
 * State of a table in its tab's address, so that reload and shared links restore it (RT-02). Invalid parts are also corrected in
 * the address, so that they are not shared or bookmarked.
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
        // A user action dismisses the notice; automatic corrections do not.
        if (!replace) setLeftOut(undefined);
        setQuery(listStateToQuery(endpoint, { ...state, ...patch }), { replace });
      },
    }),
    [endpoint, state, leftOut, setQuery],
  );
}

/** State of a table in a dialog; lost on close. */
export function useLocalListState(endpoint: ListEndpoint, initial?: Partial<ListState>): ListControl {
  const [state, setState] = useState(() => ({ ...defaultListState(endpoint), ...initial }));
  return useMemo(
    () => ({ state, change: (patch) => setState((before) => ({ ...before, ...patch })) }),
    [state],
  );
}
