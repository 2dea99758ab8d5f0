import type { Query, QueryClient } from "@tanstack/react-query";
import type { contract } from "@/lib/contract";

/** Areas that contain records of all others: the home page its latest changes, the audit all changes. */
const aggregateAreas: readonly (keyof typeof contract)[] = ["home", "audit"];

/**
 * Invalidates the cached responses of areas; resolves when visible ones are refetched.
 * @param areas the call's `affects` in the contract
 */
export function invalidateAreas(client: QueryClient, areas: readonly string[]): Promise<unknown> {
  return invalidateAfterDeleting(client, areas, []);
}

/**
 * Like {@link invalidateAreas}, but drops the queries of deleted records, so that users see no 404 for their own deletion.
 * Viewing such a record again requests it.
 */
export function invalidateAfterDeleting(
  client: QueryClient,
  areas: readonly string[],
  ids: readonly string[],
): Promise<unknown> {
  const deletedIds = new Set(ids);
  const concernsDeleted = ({ queryKey: [, , input] }: Query) => {
    const { params = {} } = (input ?? {}) as { params?: Record<string, unknown> };
    return Object.values(params).some((value) => deletedIds.has(String(value)));
  };
  return Promise.all(
    [...areas, ...aggregateAreas].map(async (area) => {
      const predicate = (query: Query) => !concernsDeleted(query);
      const refreshed = client.invalidateQueries({ queryKey: [area], predicate });
      for (const query of client.getQueryCache().findAll({ queryKey: [area], predicate: concernsDeleted }))
        query.invalidate();
      await refreshed;
    }),
  );
}
