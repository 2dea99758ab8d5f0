import type { AnswerOf, CallOf, EndpointDeclaration } from "../contract/endpoint";
import { call } from "./client";

export interface AutocompletePhrase {
  phrase: string;
  /** Rows wanted. */
  limit: number;
  /** Custom filters of the endpoint, under their names in its query. */
  filters?: Readonly<Record<string, unknown>>;
}

/**
 * Asks a list what matches while somebody types (TL-05). The parameters are written as the platform document writes
 * them for autocomplete, which differs in case from those of lists; servers of the contract take both.
 */
export function autocomplete<E extends EndpointDeclaration>(
  endpoint: E,
  { phrase, limit, filters }: AutocompletePhrase,
  signal: AbortSignal,
): Promise<AnswerOf<E>> {
  const query = { Page: 1, PageLimit: limit, Phrase: phrase, autoComplete: true, ...filters };
  return call(endpoint, { query } as unknown as CallOf<E>, { signal });
}
