import type { Endpoint } from "@/lib/contract/endpoint";

/** One value per name. */
export type Query = Readonly<Record<string, string>>;

export interface PrefetchCall {
  endpoint: Endpoint;
  input: { params?: Readonly<Record<string, string>>; query?: object; body?: unknown };
}

/**
 * The calls that the views of an area make first beside those of its list and its record, which the contract tells: with
 * the very inputs that the views use.
 */
export interface PrefetchRoute {
  create?: (query: Query) => PrefetchCall[];
  detail?: (id: string, query: Query) => PrefetchCall[];
}
