import { queryOptions } from "@tanstack/react-query";
import type { CallOf, Endpoint, ResponseOf } from "../../contract/endpoint";
import { call } from "./client";

/** The cache key of a call: invalidate `[area]` to drop all responses of an area. */
export function queryKeyOf<E extends Endpoint>(endpoint: E, input: CallOf<E>) {
  return [endpoint.area, endpoint.name, input] as const;
}

/** Options for `useQuery` and similar hooks that call an endpoint of the contract. */
export function queryOf<E extends Endpoint>(endpoint: E, input: CallOf<E>) {
  return queryOptions<ResponseOf<E>>({
    queryKey: queryKeyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });
}
