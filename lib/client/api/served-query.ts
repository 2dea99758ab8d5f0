import type { QueryKey } from "@tanstack/react-query";

/** A query's key and data, sent with a page: the rest of its state is the same for all. */
export type ServedQuery = readonly [key: QueryKey, data: unknown];
