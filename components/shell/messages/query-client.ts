import {
  type InvalidateQueryFilters,
  notifyManager,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import type { ToastAction } from "@/components/ui/toast";
import { refetchInFlight } from "@/lib/client/api/refetch-in-flight";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Suppresses the error message of an optional query. */
      silent?: true;
    };
    mutationMeta: {
      /**
       * Suppresses all messages (`true`) or that of one outcome, which the caller shows instead. `conflict` is a refusal with the
       * stored record, which a dialog handles.
       */
      silent?: boolean | "success" | "conflict";
      /** Translated message that replaces the server's (ER-02). */
      errorMessage?: string;
      /**
       * Translated message that replaces 'Changes saved.'; a function receives variables and result, and returns undefined for
       * the default.
       */
      successMessage?: string | ((variables: never, data: never) => string | undefined);
      /** Action offered with the success message. */
      successAction?: (data: never) => ToastAction | undefined;
    };
  }
}

const staleAfter = 30_000;

/** Milliseconds for which cached data is shown immediately while it is refetched. */
const cacheTime = 60 * 60_000;

// The default scheduler notifies in a separate task: a ticked checkbox would be rendered unticked for a frame.
notifyManager.setScheduler(queueMicrotask);

/** Prevents invalidated queries from keeping a response requested earlier. */
class HubQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: Parameters<QueryClient["invalidateQueries"]>[1],
  ): Promise<void> {
    refetchInFlight(this, filters);
    return super.invalidateQueries(filters, { ...options, cancelRefetch: false });
  }
}

/** Queries neither retry nor refetch automatically (ER-03); a tab shown again refetches invalidated ones. */
export function createQueryClient(): QueryClient {
  return new HubQueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: staleAfter,
        // Servers render for all users and start no timer per response.
        ...(typeof window !== "undefined" && { gcTime: cacheTime }),
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
