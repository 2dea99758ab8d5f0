"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { FileProblem, type FileProblemReason } from "./read-file";

export type Loaded<Content> =
  | { state: "loading" }
  | { state: "failed"; reason: FileProblemReason; retry: () => void }
  | { state: "ready"; content: Content };

/**
 * Loads the content of a file, and releases it when the view is hidden or unmounted.
 * @param load restarts when `key` changes or the user retries; errors other than {@link FileProblem} mean that the file is
 * unreadable
 * @param release releases content that is no longer shown, or arrived too late
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
