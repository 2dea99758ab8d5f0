"use client";
import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "@/lib/client/api/error";
import { queryOf } from "@/lib/client/api/query";
import { useTab } from "@/lib/client/tabs";
import type { Endpoint, ResponseOf } from "@/lib/contract/endpoint";

/**
 * Loads the record of a detail view; the tab takes its title from it, or shows that it is missing. An empty name leaves the
 * area's title, in the current language. Until loaded, a cached list row serves as a placeholder: `isPlaceholderData`.
 */
export function useRecord<E extends Endpoint>(
  endpoint: E,
  params: Readonly<Record<string, string>>,
  nameOf: (record: ResponseOf<E>) => string,
) {
  const client = useQueryClient();
  const query = useQuery({
    ...queryOf<Endpoint>(endpoint, { params } as never),
    placeholderData: () => findListed(client, endpoint.area, params),
  }) as UseQueryResult<ResponseOf<E>>;
  const { setTitle, setMissing } = useTab();
  const name = query.data === undefined ? undefined : nameOf(query.data);
  const missing = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  useEffect(() => {
    if (missing) setMissing();
    else if (name !== undefined) setTitle(name);
  }, [missing, name, setTitle, setMissing]);
  return query;
}

/** Returns the record from the latest list that contains it. */
function findListed(
  client: QueryClient,
  area: string,
  params: Readonly<Record<string, string>>,
): object | undefined {
  const isThis = (row: object) =>
    Object.entries(params).every(([name, id]) => (row as Record<string, unknown>)[name] === id);
  const lists = client.getQueryCache().findAll({ queryKey: [area, "list"] });
  for (const { state } of lists.toSorted(
    (one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt,
  )) {
    const { list = [] } = (state.data ?? {}) as { list?: readonly object[] };
    const row = list.find(isThis);
    // Lists do not contain the last editor.
    if (row) return { ...row, updatedOn: null, updatedBy: null };
  }
  return undefined;
}
