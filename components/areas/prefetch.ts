import { type ListEndpoint, listCall, parseListState, phraseOf } from "@/components/resource/list/list-call";
import { type AreaName, areaNames } from "@/lib/areas/areas";
import { contract } from "@/lib/contract";
import type { Endpoint } from "@/lib/contract/endpoint";
import { allRows } from "@/lib/contract/paging";
import { homePrefetch } from "./home/calls";
import type { PrefetchCall, PrefetchRoute, Query } from "./prefetch-route";
import { rolesPrefetch } from "./roles/calls";
import { tenantsPrefetch } from "./tenants/calls";
import { usersPrefetch } from "./users/calls";

/** Areas with prefetch calls beyond their list and record, one line each. */
const extraCalls: Readonly<Partial<Record<AreaName, PrefetchRoute>>> = {
  users: usersPrefetch,
  roles: rolesPrefetch,
  tenants: tenantsPrefetch,
};

/**
 * Returns the calls that the server makes before rendering an address, cached under `queryKeyOf(endpoint, input)`.
 * @param path relative to the prefix, such as `/users/123`
 * @param query query parameters, one value per name
 */
export function queriesOf(path: string, query: Query): PrefetchCall[] {
  // Thousands of rows would be transferred twice, as HTML and data, before the first paint.
  return callsOf(path, query).filter(
    ({ input }) => (input.query as { pageLimit?: number } | undefined)?.pageLimit !== allRows,
  );
}

function callsOf(path: string, query: Query): PrefetchCall[] {
  const [view = "", id] = path.split("/").filter((segment) => segment !== "");
  if (view === "") return [...homePrefetch];
  const shown = view.toLowerCase();
  if (shown === "search" && query.everywhere) return everywhereOf(query);
  const name = shown === "search" ? (query.collection ?? "") : shown;
  if (!isArea(name)) return [];
  if (shown === "search") return listOf(name, query);
  if (id === undefined) return [...listOf(name, query), ...(extraCalls[name]?.list?.(query) ?? [])];
  if (id === "new") return extraCalls[name]?.create?.(query) ?? [];
  const recordId = decode(id);
  return [...recordOf(name, recordId), ...(extraCalls[name]?.detail?.(recordId, query) ?? [])];
}

function everywhereOf(query: Query): PrefetchCall[] {
  const phrase = phraseOf(query.phrase ?? "");
  return phrase === "" ? [] : [{ endpoint: contract.search.everywhere, input: { query: { phrase } } }];
}

const isArea = (name: string): name is AreaName => (areaNames as readonly string[]).includes(name);

/** Calls with the same name in every area that has them. */
function callOf(area: AreaName, name: "list" | "detail"): Endpoint | undefined {
  const calls: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = contract;
  return calls[area]?.[name];
}

function listOf(area: AreaName, query: Query): PrefetchCall[] {
  const endpoint = callOf(area, "list");
  if (!endpoint?.list) return [];
  return [{ endpoint, input: listCall(parseListState(endpoint as ListEndpoint, query)) }];
}

function recordOf(area: AreaName, id: string): PrefetchCall[] {
  const endpoint = callOf(area, "detail");
  const [, parameter] = /:(\w+)$/.exec(endpoint?.path ?? "") ?? [];
  return endpoint && parameter ? [{ endpoint, input: { params: { [parameter]: id } } }] : [];
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
