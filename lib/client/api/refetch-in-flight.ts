import type { QueryClient, QueryFilters, QueryKey } from "@tanstack/react-query";

/**
 * Sends queries that wait for an answer once more, and takes only the later one: the first may have been read before what
 * has just been saved. Invalidating alone asks again only where there is data, and is seen, already; whoever waits for the
 * first answer gets the second.
 */
export function refetchInFlight<Key extends QueryKey>(
  client: QueryClient,
  filters?: QueryFilters<Key>,
): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" })) {
    query.cancel({ silent: true });
    // Told as for any other request that failed.
    query.fetch().catch(() => undefined);
  }
}
