import type { CallOf, EndpointDeclaration, ResponseOf } from "../../contract/endpoint";
import { call } from "./client";

export interface AutocompletePhrase {
  phrase: string;
  /** Maximum number of rows. */
  limit: number;
  /** Custom filters of the endpoint, named as in its query. */
  filters?: Readonly<Record<string, unknown>>;
}

const placeholder = /\{(phrase|limit)\}/g;

/**
 * Gets the matches of a list while the user types (TL-05). Parameters are spelled as the platform document spells them for
 * autocomplete, in a different case than for lists; servers of the contract accept both. A `{phrase}` or `{limit}` in the
 * path is filled in instead.
 */
export function autocomplete<E extends EndpointDeclaration>(
  endpoint: E,
  { phrase, limit, filters }: AutocompletePhrase,
  signal: AbortSignal,
): Promise<ResponseOf<E>> {
  const places: Readonly<Record<string, string>> = { phrase, limit: String(limit) };
  const pathPlaceholders = new Set(Array.from(endpoint.path.matchAll(placeholder), ([, name]) => name));
  const path = endpoint.path.replace(placeholder, (_, name: string) =>
    encodeURIComponent(places[name] ?? ""),
  );
  // Browsers would resolve such a segment to another path.
  if (/\/\.{1,2}(?:[/?]|$)/.test(path)) return Promise.resolve({ list: [], totalCount: 0 } as ResponseOf<E>);
  const query = {
    Page: 1,
    PageLimit: pathPlaceholders.has("limit") ? undefined : limit,
    Phrase: pathPlaceholders.has("phrase") ? undefined : phrase,
    autoComplete: true,
    ...filters,
  };
  return call({ ...endpoint, path }, { query } as unknown as CallOf<E>, { signal });
}
