import type { CallOf, EndpointDeclaration, ResponseOf } from "../../contract/endpoint";
import { call } from "./client";

export interface AutocompletePhrase {
  phrase: string;
  /** Rows wanted. */
  limit: number;
  /** Custom filters of the endpoint, under their names in its query. */
  filters?: Readonly<Record<string, unknown>>;
}

const placeholder = /\{(phrase|limit)\}/g;

/**
 * Asks a list what matches while somebody types (TL-05). The parameters are written as the platform document writes
 * them for autocomplete, which differs in case from those of lists; servers of the contract take both. What the path
 * has a `{phrase}` or `{limit}` for is said there instead.
 */
export function autocomplete<E extends EndpointDeclaration>(
  endpoint: E,
  { phrase, limit, filters }: AutocompletePhrase,
  signal: AbortSignal,
): Promise<ResponseOf<E>> {
  const places: Readonly<Record<string, string>> = { phrase, limit: String(limit) };
  const inPath = new Set(Array.from(endpoint.path.matchAll(placeholder), ([, name]) => name));
  const path = endpoint.path.replace(placeholder, (_, name: string) =>
    encodeURIComponent(places[name] ?? ""),
  );
  // Browsers would take it for a step up, to another path.
  if (/\/\.{1,2}(?:[/?]|$)/.test(path)) return Promise.resolve({ list: [], totalCount: 0 } as ResponseOf<E>);
  const query = {
    Page: 1,
    PageLimit: inPath.has("limit") ? undefined : limit,
    Phrase: inPath.has("phrase") ? undefined : phrase,
    autoComplete: true,
    ...filters,
  };
  return call({ ...endpoint, path }, { query } as unknown as CallOf<E>, { signal });
}
