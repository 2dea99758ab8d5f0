"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { Alert } from "@/components/ui/alert";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { contract } from "@/lib/contract";

const probeInterval = 3_000;

/** The API is away: no answer at all, or one by somebody in between (RFC 9110, sections 15.6.3 to 15.6.5). */
function isAway(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}

/** Whether the server can be reached, as far as known. There is one window, so there is one; servers never write to it. */
export const connection = createStore<{ isAway: boolean }>(() => ({ isAway: false }));

const setAway = (isAway: boolean) => connection.setState({ isAway });

/** Finds out whether the server is away, after something other than a call has failed. */
export async function lookForServer(): Promise<void> {
  try {
    await call(contract.user.current, {}, { withoutAsking: true });
  } catch (error) {
    if (isAway(error)) setAway(true);
  }
}

/** Says calmly that the server cannot be reached, and carries on by itself once it can. */
export function ConnectionBanner() {
  const t = useTranslations("shell.offline");
  const client = useQueryClient();
  const away = useStore(connection, ({ isAway }) => isAway);

  useEffect(() => {
    const stops = [client.getQueryCache(), client.getMutationCache()].map((cache) =>
      cache.subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && isAway(event.action.error))
          setAway(true);
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);

  const recovered = t("recovered");
  useEffect(() => {
    if (!away) return;
    const stop = new AbortController();
    let next: ReturnType<typeof setTimeout>;
    const knock = async () => {
      try {
        // A call that the database has a part in: an API without it is of no more use to people than none.
        await call(contract.user.current, {}, { signal: stop.signal, withoutAsking: true });
        setAway(false);
        toast.success(recovered);
        client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
      } catch (error) {
        if (stop.signal.aborted) return;
        // Any other answer means that somebody is there again.
        if (error instanceof ApiError && !isAway(error)) setAway(false);
        else next = setTimeout(knock, probeInterval);
      }
    };
    next = setTimeout(knock, probeInterval);
    return () => {
      clearTimeout(next);
      stop.abort();
    };
  }, [away, client, recovered]);

  if (!away) return null;
  return (
    <Alert tone="warning" title={t("title")} className="rounded-none border-x-0 border-t-0">
      <p className="text-muted">{t("description")}</p>
    </Alert>
  );
}
