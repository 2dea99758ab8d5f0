import type { Query, QueryClient } from "@tanstack/react-query";
import type { contract } from "@/lib/contract";

/** Areas that tell of every other one's records: the home page has what has changed last, the audit all of it. */
const tellingOfAll: readonly (keyof typeof contract)[] = ["home", "audit"];

/**
 * Drops everything that areas have answered, wherever it is shown; resolves when what is on screen is fresh.
 * @param areas what the contract says that a call `affects`
 */
export function invalidateAreas(client: QueryClient, areas: readonly string[]): Promise<unknown> {
  return invalidateAfterDeleting(client, areas, []);
}

/**
 * As {@link invalidateAreas}, but for what has been asked about records that are gone: nobody is to be told 404 of what they
 * have just deleted themselves. Where such a record is looked at again, it is asked for, and is not there.
 */
export function invalidateAfterDeleting(
  client: QueryClient,
  areas: readonly string[],
  ids: readonly string[],
): Promise<unknown> {
  const gone = new Set(ids);
  const isAboutGone = ({ queryKey: [, , input] }: Query) => {
    const { params = {} } = (input ?? {}) as { params?: Record<string, unknown> };
    return Object.values(params).some((value) => gone.has(String(value)));
  };
  return Promise.all(
    [...areas, ...tellingOfAll].map(async (area) => {
      const predicate = (query: Query) => !isAboutGone(query);
      const refreshed = client.invalidateQueries({ queryKey: [area], predicate });
      for (const query of client.getQueryCache().findAll({ queryKey: [area], predicate: isAboutGone }))
        query.invalidate();
      await refreshed;
    }),
  );
}
