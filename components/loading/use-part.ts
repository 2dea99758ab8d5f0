"use client";
import { useCallback, useState } from "react";
import { checkServer } from "./connection";

/** Loads a part of the page on first request. A failed load is retried on the next request. */
export function usePart<Part>(load: () => Promise<Part>): [part: Part | undefined, want: () => void] {
  const [part, setPart] = useState<Part>();
  const want = useCallback(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      // The connection banner reports an unreachable server; other failures are ignored.
      () => checkServer(),
    );
  }, [load]);
  return [part, want];
}
