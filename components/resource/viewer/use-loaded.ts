"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { FileProblem, type FileProblemReason } from "./read-file";

export type Loaded<Content> =
  | { state: "loading" }
  | { state: "failed"; reason: FileProblemReason; retry: () => void }
  | { state: "ready"; content: Content };

/**
 * Loads what is shown of a file, and gives it back with the view: also when its tab is hidden, which keeps no document.
 * @param load begins anew when `key` changes, or the user tries again; anything that it throws besides a
 *   {@link FileProblem} means that the file cannot be read
 */
export function useLoaded<Content>(
  key: string,
  load: (signal: AbortSignal) => Promise<Content>,
): Loaded<Content> {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<Content>>({ state: "loading" });
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt and the key are what it begins anew for
  useEffect(() => {
    const ending = new AbortController();
    setLoaded({ state: "loading" });
    latest.current(ending.signal).then(
      (content) => {
        if (!ending.signal.aborted) setLoaded({ state: "ready", content });
      },
      (error: unknown) => {
        if (ending.signal.aborted) return;
        const reason = error instanceof FileProblem ? error.reason : "unreadable";
        setLoaded({ state: "failed", reason, retry });
      },
    );
    return () => {
      ending.abort();
      setLoaded({ state: "loading" });
    };
  }, [key, attempt, retry]);
  return loaded;
}
