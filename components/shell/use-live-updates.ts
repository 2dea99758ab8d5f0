"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect } from "react";
import { idle } from "@/components/ui/idle";
import { useTopic } from "@/lib/client/live/news";
import { useStorageOwnerId } from "@/lib/client/permissions";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { contract } from "@/lib/contract";

/** Milliseconds of network idle before connecting, so that initial requests come first. */
const idleDelay = 2_000;

/** Receives live updates while the workspace is open, and refetches outdated data (HO-03, SH-12). */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const prefix = usePrefix();
  const language = useLocale();
  // The hub sends nothing to a session that views as another user.
  const userId = useStorageOwnerId();
  useTopic("theme", () => {
    client.invalidateQueries({ queryKey: [contract["organisation-settings"].detail.area] });
  });
  useEffect(() => {
    if (!userId) return;
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancelWait = idle(() => {
      timer = setTimeout(() => {
        import("./live-updates").then(
          ({ connectLiveUpdates }) =>
            over.signal.aborted || connectLiveUpdates({ prefix, userId, language }, client, over.signal),
          // Without it the bell polls, as it does without a connection.
          () => undefined,
        );
      }, idleDelay);
    });
    return () => {
      cancelWait();
      clearTimeout(timer);
      over.abort();
    };
  }, [client, prefix, userId, language]);
}
