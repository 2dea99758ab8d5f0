"use client";
import { useSyncExternalStore } from "react";

const elsewhere = () => () => {};

/**
 * React hydrates a page in pieces, one per `Suspense`, and the client may know newer values before the last piece. Each
 * piece starts with the served value, and renders again at once.
 * @param current current value; the caller renders again when it changes
 * @param served value of the server's rendering
 */
export function useHydratedValue<Value>(current: Value, served: Value): Value {
  return useSyncExternalStore(
    elsewhere,
    () => current,
    () => served,
  );
}
