import { autocomplete } from "@/lib/client/api/autocomplete";
import type { Endpoint } from "@/lib/contract/endpoint";

export interface PickerOption {
  id: string;
  text: string;
  /** Visible, but not allowed to be chosen. */
  denied?: boolean;
}

export interface PickerResponse {
  options: readonly PickerOption[];
  /** Number of matches, including those beyond the limit. */
  total: number;
}

/** Source of a picker's options. Rejects if they cannot be loaded or `signal` was aborted. */
export type PickerSource = (phrase: string, limit: number, signal: AbortSignal) => Promise<PickerResponse>;

interface DictionaryNames {
  /** Property used as the value; `id` by default. */
  idName?: string;
  /** Property used as the text; `name` by default. */
  textName?: string;
  filters?: Readonly<Record<string, unknown>>;
}

interface Rows {
  list: readonly object[];
  totalCount: number;
}

/** Options of a dictionary endpoint. Create it once per endpoint, or memoise it: a new source reloads. */
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
 * Options of a list given by path, such as a configured one. Fills in `{phrase}` and `{limit}`:
 * `/dictionaries/roles?Phrase={phrase}&PageLimit={limit}`; without placeholders they are sent as parameters. The proxy forwards
 * only paths of the contract.
 */
export function pathSource(path: string, names?: DictionaryNames): PickerSource {
  return dictionarySource({ method: "GET", path }, names);
}

/** Maps a row to an option by property names. */
export function optionOf(row: object, idName: string, textName: string): PickerOption {
  const values = row as Record<string, unknown>;
  const option = { id: String(values[idName] ?? ""), text: String(values[textName] ?? "") };
  return values.denied === true ? { ...option, denied: true } : option;
}
