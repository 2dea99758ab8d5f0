import type { Endpoint } from "@/lib/contract/endpoint";

/** One value per name. */
export type Query = Readonly<Record<string, string>>;

export interface PrefetchCall {
  endpoint: Endpoint;
  input: { params?: Readonly<Record<string, string>>; query?: object; body?: unknown };
}

/**
 * Initial calls of an area's views beyond its list and record, which the contract declares; inputs must equal those of the views.
 */
export interface PrefetchRoute {
  list?: (query: Query) => PrefetchCall[];
  create?: (query: Query) => PrefetchCall[];
  detail?: (id: string, query: Query) => PrefetchCall[];
}
