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
 * @param release gives back what was loaded, once it is not shown any more or was not wanted any more when it came
 */
export function useLoaded<Content>(
  key: string,
  load: (signal: AbortSignal) => Promise<Content>,
  release?: (content: Content) => void,
): Loaded<Content> {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<Content>>({ state: "loading" });
  const latest = useRef({ load, release });
  useEffect(() => {
    latest.current = { load, release };
  });
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt and key restart the load
  useEffect(() => {
    const ending = new AbortController();
    setLoaded({ state: "loading" });
    latest.current.load(ending.signal).then(
      (content) => {
        const giveBack = () => latest.current.release?.(content);
        if (ending.signal.aborted) return giveBack();
        ending.signal.addEventListener("abort", giveBack);
        setLoaded({ state: "ready", content });
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
