"use client";
import { useSyncExternalStore } from "react";

const elsewhere = () => () => {};

/**
 * React takes over a page piece by piece, each where a `Suspense` stands around it, and the browser may know better than the
 * server before the last one has had its turn. Each piece begins with what was served, and is rendered anew at once.
 * @param current what counts now; whoever calls is rendered anew when it changes
 * @param served what the server has rendered the page with
 */
export function useHydratedValue<Value>(current: Value, served: Value): Value {
  return useSyncExternalStore(
    elsewhere,
    () => current,
    () => served,
  );
}
