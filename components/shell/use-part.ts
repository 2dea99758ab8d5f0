"use client";
import { useCallback, useState } from "react";
import { lookForServer } from "./connection";

/** A part of the page whose code comes when it is first wanted. What could not be loaded is asked for again at the next wish. */
export function usePart<Part>(load: () => Promise<Part>): [part: Part | undefined, want: () => void] {
  const [part, setPart] = useState<Part>();
  const want = useCallback(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      // Where the server is away it is said; otherwise nothing happens.
      () => lookForServer(),
    );
  }, [load]);
  return [part, want];
}
