import { notifyManager, QueryClient } from "@tanstack/react-query";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** No message at all (`true`), or none for this outcome: the caller shows it otherwise. */
      silent?: boolean | "success" | "error";
      /** Said instead of what the server says, already translated (ER-02). */
      errorMessage?: string;
      /** Said instead of 'Changes saved.', already translated. */
      successMessage?: string;
    };
  }
}

const freshFor = 30_000;

// By default what has changed is told in a task of its own: a box that was ticked would be drawn unticked once more.
notifyManager.setScheduler(queueMicrotask);

/** Queries neither retry nor refetch by themselves (ER-03); a tab that is shown again refetches what was invalidated meanwhile. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: freshFor,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
