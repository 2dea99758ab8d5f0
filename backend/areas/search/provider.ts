import type { Endpoint } from "../../../lib/contract/endpoint";
import type { FoundRecord } from "../../../lib/contract/search";

// biome-ignore lint/suspicious/noExplicitAny: as the list answers them
export type FoundRow = Record<string, any>;

/** A searchable collection (HO-02, CF-04). */
export interface SearchProvider {
  /** Its name in `/search?collection=…`. */
  collection: string;
  /** A list that accepts a phrase; its permission applies to searching. */
  list: Endpoint;
  read: (row: FoundRow) => FoundRecord;
}
