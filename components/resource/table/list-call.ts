import type * as z from "zod";
import type { CallOf, Endpoint, ResponseOf } from "@/lib/contract/endpoint";
import { readFilters, writeFilters } from "@/lib/contract/filter-text";
import { attributeOfColumn, type Filter, maxFiltersLength } from "@/lib/contract/filters";
import type { ListFacts } from "@/lib/contract/list-facts";
import { allRows, defaultPageLimit } from "@/lib/contract/paging";

/** An endpoint that answers pages of rows: its query was made by `listQuery`, its response by `listResponse`. */
export type ListEndpoint = Endpoint & {
  query: z.ZodObject;
  response: z.ZodType<{ list: object[]; totalCount: number; isMore?: boolean }>;
};

export type RowOf<E extends ListEndpoint> = ResponseOf<E>["list"][number];

/** What the contract says of a list; its schemas are not in the browser. */
export function listFacts({ list, name }: ListEndpoint): ListFacts {
  if (!list) throw new Error(`The query of ${name} was not made by listQuery`);
  return list;
}

export interface ListState {
  /** From 1. */
  page: number;
  /** One of {@link pageSizes}, or {@link allRows}. */
  pageLimit: number;
  sortBy: string;
  sortDir: "asc" | "desc";
  phrase: string;
  filters: readonly Filter[];
}

/** The page sizes that people choose from (TL-01). */
export const pageSizes = [10, 25, 50, 100] as const;

/** The sizes that make a difference: each of them while there are more rows than the next smaller one shows, and what is chosen. */
export function offeredPageSizes(totalCount: number, chosen: number): number[] {
  return pageSizes.filter((size, at) => size === chosen || totalCount > (pageSizes[at - 1] ?? -1));
}

/** So many rows are offered on one page, or to be selected together; an address may ask for more. */
export const maxAtOnce = 10_000;

/** As long as the contract lets a phrase be. */
export const maxPhraseLength = 200;

/** What a table asks for when its address says nothing: the defaults of the endpoint's own query. */
export function defaultListState(endpoint: ListEndpoint): ListState {
  const { sortBy, sortDir } = listFacts(endpoint);
  return { page: 1, pageLimit: defaultPageLimit, sortBy, sortDir, phrase: "", filters: [] };
}

/** The parts of an address that a table had to leave out, because they do not fit its list. */
export interface AddressFaults {
  /** Names of the parameters whose value is none, such as `page=-1`. */
  parameters: readonly ("page" | "pageLimit" | "sortBy" | "sortDir" | "phrase")[];
  /** How many filters do not fit, such as those on a column that is gone (TL-04). */
  filters: number;
}

/**
 * Reads a table's state from the query of an address (RT-02). Each part that is missing or broken
 * (`page=-1`, `sortBy=;drop`) falls back to its default by itself; the others are kept, as are those filters that fit.
 */
export function parseListState(endpoint: ListEndpoint, query: Readonly<Record<string, string>>): ListState {
  return readAddress(endpoint, query).state;
}

/** As {@link parseListState}, with what was left out. */
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
  // Whether records have the attribute, and in an order, is known with its type.
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
  // What an address takes along is measured in its own writing, in which an umlaut is six characters.
  const beyond = filters.findIndex(
    (_, at) => encodeURIComponent(writeFilters(filters.slice(0, at + 1))).length > maxFiltersLength,
  );
  const kept = beyond < 0 ? filters : filters.slice(0, beyond);
  return { filters: kept, faults: faults.length + filters.length - kept.length };
}

/** Writes what differs from the defaults; a default is taken out of the address. */
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

/** What a list call needs beside the table's own state: path parameters and fixed filters. */
export interface ListScope {
  params?: Readonly<Record<string, string>>;
  filter?: Readonly<Record<string, unknown>>;
}

/**
 * The input of the list call that a table in this state makes. The server's first paint and the table
 * both build it here, so that their query keys are equal.
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

// PostgreSQL stores no U+0000 and no half of a surrogate pair, as cutting off may leave one; no phrase contains other
// control characters on purpose.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const unsearchable = /[\u0000-\u001F\u007F]|\p{Surrogate}/gu;

function cleanPhrase(phrase: string): string {
  return phrase.replace(unsearchable, "").slice(0, maxPhraseLength).replace(unsearchable, "");
}

/** What somebody means who typed or pasted this: the gaps between words, such as tabs out of a spreadsheet, are one space each. */
export function phraseOf(typed: string): string {
  return cleanPhrase(typed.replace(/\s+/g, " ")).trim();
}
