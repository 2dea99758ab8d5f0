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
      /** No message of its failure: it was asked on the chance that there is an answer. */
      silent?: true;
    };
    mutationMeta: {
      /**
       * No message at all (`true`), or none for this outcome: the caller shows it otherwise. `conflict` is a refusal that brings
       * the record as it is stored, about which a dialog asks.
       */
      silent?: boolean | "success" | "conflict";
      /** Said instead of what the server says, already translated (ER-02). */
      errorMessage?: string;
      /**
       * Said instead of 'Changes saved.', already translated; as a function of what the mutation was given and came to, undefined for
       * the usual.
       */
      successMessage?: string | ((variables: never, data: never) => string | undefined);
      /** What is offered beside what is said when it is done. */
      successAction?: (data: never) => ToastAction | undefined;
    };
  }
}

const freshFor = 30_000;

/** What was looked at this long ago is painted again at once, and asked for again behind that; in milliseconds. */
const keptFor = 60 * 60_000;

// By default what has changed is told in a task of its own: a box that was ticked would be drawn unticked once more.
notifyManager.setScheduler(queueMicrotask);

/** Whose invalidated queries never end up with an answer from before. */
class HubQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: Parameters<QueryClient["invalidateQueries"]>[1],
  ): Promise<void> {
    refetchInFlight(this, filters);
    return super.invalidateQueries(filters, { ...options, cancelRefetch: false });
  }
}

/** Queries neither retry nor refetch by themselves (ER-03); a tab that is shown again refetches what was invalidated meanwhile. */
export function createQueryClient(): QueryClient {
  return new HubQueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: freshFor,
        // Servers, which render for everybody, keep no clock running for each answer.
        ...(typeof window !== "undefined" && { gcTime: keptFor }),
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
