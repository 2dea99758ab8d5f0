"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/** Calls back whenever a call of the workspace fails with a matching error. */
export function useFailedCall(
  matches: (error: unknown) => boolean,
  callback: (error: unknown) => void,
): void {
  const client = useQueryClient();
  const latest = useRef({ matches, callback });
  latest.current = { matches, callback };
  useEffect(() => {
    const stops = [client.getQueryCache(), client.getMutationCache()].map((cache) =>
      cache.subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        if (latest.current.matches(event.action.error)) latest.current.callback(event.action.error);
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}
