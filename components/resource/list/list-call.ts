import type * as z from "zod";
import type { CallOf, Endpoint, ResponseOf } from "@/lib/contract/endpoint";
import { readFilters, writeFilters } from "@/lib/contract/filter-text";
import { attributeOfColumn, type Filter, maxFiltersLength } from "@/lib/contract/filters";
import type { ListProperties } from "@/lib/contract/list-facts";
import { allRows, defaultPageLimit } from "@/lib/contract/paging";

/** Endpoint that returns pages of rows: declared with `listQuery` and `listResponse`. */
export type ListEndpoint = Endpoint & {
  query: z.ZodObject;
  response: z.ZodType<{ list: object[]; totalCount: number; isMore?: boolean }>;
};

export type RowOf<E extends ListEndpoint> = ResponseOf<E>["list"][number];

/** Returns the displayed value of a column: its translation, which servers may omit, or its value. */
export function shownValue(record: object, column: string): unknown {
  const values = record as Readonly<Record<string, unknown>>;
  return values[`${column}Translated`] || values[column];
}

/** Returns the contract's description of a list; its schemas are not in the browser. */
export function listFacts({ list, name }: ListEndpoint): ListProperties {
  if (!list) throw new Error(`The query of ${name} was not made by listQuery`);
  return list;
}

export interface ListState {
  /** Starting at 1. */
  page: number;
  /** One of {@link pageSizes}, or {@link allRows}. */
  pageLimit: number;
  sortBy: string;
  sortDir: "asc" | "desc";
  phrase: string;
  filters: readonly Filter[];
}

/** Page sizes offered to users (TL-01). */
export const pageSizes = [10, 25, 50, 100] as const;

/** Returns the useful page sizes: those up to the first that fits all rows, and the current one. */
export function offeredPageSizes(totalCount: number, chosen: number): number[] {
  return pageSizes.filter((size, at) => size === chosen || totalCount > (pageSizes[at - 1] ?? -1));
}

/** Maximum rows offered on one page or for one selection; an address may request more. */
export const maxAtOnce = 10_000;

/** The contract's limit for a phrase. */
export const maxPhraseLength = 200;

/** Default state of a table: the defaults of the endpoint's query. */
export function defaultListState(endpoint: ListEndpoint): ListState {
  const { sortBy, sortDir, pageLimit = defaultPageLimit } = listFacts(endpoint);
  return { page: 1, pageLimit, sortBy, sortDir, phrase: "", filters: [] };
}

/** Parts of an address that do not fit the list. */
export interface AddressFaults {
  /** Names of parameters with invalid values, such as `page=-1`. */
  parameters: readonly ("page" | "pageLimit" | "sortBy" | "sortDir" | "phrase")[];
  /** Number of invalid filters, such as those on a deleted column (TL-04). */
  filters: number;
}

/**
 * Parses a table's state from the query of an address (RT-02). Each missing or invalid part (`page=-1`, `sortBy=;drop`) falls
 * back to its default; valid ones are kept.
 */
export function parseListState(endpoint: ListEndpoint, query: Readonly<Record<string, string>>): ListState {
  return readAddress(endpoint, query).state;
}

/** Like {@link parseListState}, with the invalid parts. */
export function readAddress(
  endpoint: ListEndpoint,
  query: Readonly<Record<string, string>>,
): { state: ListState; faults: AddressFaults } {
  const fallback = defaultListState(endpoint);
  const parameters: AddressFaults["parameters"][number][] = [];
  const read = <Name extends "page" | "sortBy" | "sortDir">(name: Name, fits: (text: string) => boolean) => {
    const text = query[name];
    if (text === undefined || fits(text)) return text;
    parameters.push(name);
    return undefined;
  };
  const page = Number(read("page", (text) => /^\d{1,9}$/.test(text) && Number(text) > 0) ?? fallback.page);
  const pageLimit = pageLimits.find((limit) => String(limit) === query.pageLimit);
  if (query.pageLimit !== undefined && pageLimit === undefined) parameters.push("pageLimit");
  const { sortable, attributed } = listFacts(endpoint);
  // Whether an attribute exists and is sortable is known with its type.
  const isSortable = (name: string) =>
    sortable.includes(name) || (attributed !== undefined && attributeOfColumn(name) !== undefined);
  const sortBy = read("sortBy", isSortable) ?? fallback.sortBy;
  const sortDir = read("sortDir", (text) => text === "asc" || text === "desc") ?? fallback.sortDir;
  const phrase = cleanPhrase(query.phrase ?? "");
  if (phrase !== (query.phrase ?? "")) parameters.push("phrase");
  const { filters, faults } = filtersOf(endpoint, query);
  return {
    state: {
      // All rows are on one page.
      page: pageLimit === allRows ? 1 : page,
      pageLimit: pageLimit ?? fallback.pageLimit,
      sortBy,
      sortDir: sortDir === "desc" ? "desc" : "asc",
      phrase,
      filters,
    },
    faults: { parameters, filters: faults },
  };
}

const pageLimits: readonly number[] = [...pageSizes, allRows];

function filtersOf(endpoint: ListEndpoint, { filters: text = "" }: Readonly<Record<string, string>>) {
  const { filterable, attributed } = listFacts(endpoint);
  const { filters, faults } = readFilters(text, filterable, attributed !== undefined);
  // The limit applies to the encoded address, in which an umlaut takes six characters.
  const firstOverLimit = filters.findIndex(
    (_, at) => encodeURIComponent(writeFilters(filters.slice(0, at + 1))).length > maxFiltersLength,
  );
  const kept = firstOverLimit < 0 ? filters : filters.slice(0, firstOverLimit);
  return { filters: kept, faults: faults.length + filters.length - kept.length };
}

/** Writes the state that differs from the defaults, and removes defaults from the address. */
export function listStateToQuery(
  endpoint: ListEndpoint,
  state: ListState,
): Record<keyof ListState, string | undefined> {
  const fallback = defaultListState(endpoint);
  const written = (name: Exclude<keyof ListState, "filters">) =>
    state[name] === fallback[name] ? undefined : String(state[name]);
  return {
    page: written("page"),
    pageLimit: written("pageLimit"),
    sortBy: written("sortBy"),
    sortDir: written("sortDir"),
    phrase: written("phrase"),
    filters: writeFilters(state.filters) || undefined,
  };
}

/** Input of a list call beyond the table's state: path parameters and fixed filters. */
export interface ListScope {
  params?: Readonly<Record<string, string>>;
  filter?: Readonly<Record<string, unknown>>;
}

/**
 * Builds the input of the list call for a table state. Used by the server's first render and the table, so that their query keys
 * are equal.
 */
export function listCall<E extends ListEndpoint>(
  state: ListState,
  { params, filter }: ListScope = {},
): CallOf<E> {
  return {
    ...(params && { params }),
    query: { ...filter, ...state, filters: writeFilters(state.filters) || undefined },
  } as unknown as CallOf<E>;
}

// PostgreSQL stores neither U+0000 nor lone surrogates, which truncation may leave; no phrase contains other
// control characters on purpose.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
const unsearchable = /[\u0000-\u001F\u007F]|\p{Surrogate}/gu;

function cleanPhrase(phrase: string): string {
  return phrase.replace(unsearchable, "").slice(0, maxPhraseLength).replace(unsearchable, "");
}

/** Normalises a typed or pasted phrase: whitespace, such as tabs from a spreadsheet, becomes single spaces. */
export function phraseOf(typed: string): string {
  return cleanPhrase(typed.replace(/\s+/g, " ")).trim();
}
