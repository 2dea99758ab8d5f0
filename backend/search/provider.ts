import type { Endpoint } from "../../lib/contract/endpoint";
import type { FoundRecord } from "../../lib/contract/search";

// biome-ignore lint/suspicious/noExplicitAny: as the list answers them
export type FoundRow = Record<string, any>;

/** A collection that the search looks through (HO-02, CF-04). */
export interface SearchProvider {
  /** Its name in `/search?collection=…`. */
  collection: string;
  /** A list that takes a phrase; who may call it may search it. */
  list: Endpoint;
  read: (row: FoundRow) => FoundRecord;
}
