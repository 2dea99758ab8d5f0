import type { QueryClient, QueryFilters, QueryKey } from "@tanstack/react-query";

/**
 * Restarts pending queries and ignores their first response, which may predate a save. Invalidating alone only refetches
 * active queries with data; callers waiting for the first response get the second.
 */
export function refetchInFlight<Key extends QueryKey>(
  client: QueryClient,
  filters?: QueryFilters<Key>,
): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" })) {
    query.cancel({ silent: true });
    // Failures are reported as for any other request.
    query.fetch().catch(() => undefined);
  }
}
