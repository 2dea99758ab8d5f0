import { autocomplete } from "@/lib/client/api/autocomplete";
import type { Endpoint } from "@/lib/contract/endpoint";

export interface PickerOption {
  id: string;
  text: string;
  /** It can be seen, and the user cannot choose it. */
  denied?: boolean;
}

export interface PickerResponse {
  options: readonly PickerOption[];
  /** How many there are beyond the limit too. */
  total: number;
}

/** Where a picker's options come from. Rejects when they could not be loaded, also when `signal` was aborted. */
export type PickerSource = (phrase: string, limit: number, signal: AbortSignal) => Promise<PickerResponse>;

interface DictionaryNames {
  /** The property of a row that is exchanged; `id` by default. */
  idName?: string;
  /** The property of a row that is read and typed; `name` by default. */
  textName?: string;
  filters?: Readonly<Record<string, unknown>>;
}

interface Rows {
  list: readonly object[];
  totalCount: number;
}

/** The options of a dictionary endpoint. Make it once per endpoint, or memoise it: a new source loads anew. */
export function dictionarySource(
  endpoint: Pick<Endpoint, "method" | "path">,
  { idName = "id", textName = "name", filters }: DictionaryNames = {},
): PickerSource {
  return async (phrase, limit, signal) => {
    const { list, totalCount } = (await autocomplete(
      endpoint as Endpoint,
      { phrase, limit, filters },
      signal,
    )) as Rows;
    const options = list.map((row) => optionOf(row, idName, textName));
    return { options, total: totalCount };
  };
}

/**
 * The options of a list that is known by its path alone, such as one that somebody has configured. `{phrase}` and `{limit}` in it are
 * filled in: `/dictionaries/roles?Phrase={phrase}&PageLimit={limit}`; without them they are sent as parameters. The proxy
 * forwards the paths of the contract.
 */
export function pathSource(path: string, names?: DictionaryNames): PickerSource {
  return dictionarySource({ method: "GET", path }, names);
}

/** A row as an option, by the names of its properties. */
export function optionOf(row: object, idName: string, textName: string): PickerOption {
  const values = row as Record<string, unknown>;
  const option = { id: String(values[idName] ?? ""), text: String(values[textName] ?? "") };
  return values.denied === true ? { ...option, denied: true } : option;
}
