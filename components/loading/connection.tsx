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

/** Whether the API is unreachable: no response, or one from a gateway (RFC 9110, sections 15.6.3 to 15.6.5). */
function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}

/** Whether the server is reachable, as far as known. One store per window; servers never write to it. */
export const connection = createStore<{ isUnreachable: boolean }>(() => ({ isUnreachable: false }));

const setUnreachable = (isUnreachable: boolean) => connection.setState({ isUnreachable });

/** Checks whether the server is unreachable after a failure other than a call's. */
export async function checkServer(): Promise<void> {
  try {
    await call(contract.user.current, {}, { failWithoutSession: true });
  } catch (error) {
    if (isUnreachable(error)) setUnreachable(true);
  }
}

/** Shows that the server is unreachable, and disappears when it is back. */
export function ConnectionBanner() {
  const t = useTranslations("shell.offline");
  const client = useQueryClient();
  const unreachable = useStore(connection, ({ isUnreachable }) => isUnreachable);

  useEffect(() => {
    const stops = [client.getQueryCache(), client.getMutationCache()].map((cache) =>
      cache.subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && isUnreachable(event.action.error))
          setUnreachable(true);
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);

  const recovered = t("recovered");
  useEffect(() => {
    if (!unreachable) return;
    const stop = new AbortController();
    let next: ReturnType<typeof setTimeout>;
    const probe = async () => {
      try {
        // Calls an endpoint that needs the database: an API without it is as useless as none.
        await call(contract.user.current, {}, { signal: stop.signal, failWithoutSession: true });
        setUnreachable(false);
        toast.success(recovered);
        client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
      } catch (error) {
        if (stop.signal.aborted) return;
        // Any other response means that the server is back.
        if (error instanceof ApiError && !isUnreachable(error)) setUnreachable(false);
        else next = setTimeout(probe, probeInterval);
      }
    };
    next = setTimeout(probe, probeInterval);
    return () => {
      clearTimeout(next);
      stop.abort();
    };
  }, [unreachable, client, recovered]);

  if (!unreachable) return null;
  return (
    <Alert tone="warning" title={t("title")} className="rounded-none border-x-0 border-t-0">
      <p className="text-muted">{t("description")}</p>
    </Alert>
  );
}
