import { allRows } from "@/lib/contract/paging";
import type { PrefetchCall, PrefetchRoute, Query } from "./prefetch-route";
import { rolesPrefetch } from "./roles/calls";
import { tenantsPrefetch } from "./tenants/calls";
import { usersPrefetch } from "./users/calls";

/** One line per area that has something to ask for ahead of the first paint. */
const routes: Readonly<Record<string, PrefetchRoute>> = {
  users: usersPrefetch,
  roles: rolesPrefetch,
  tenants: tenantsPrefetch,
};

/**
 * The calls to make on the server for the first paint of an address, so that its view finds their answers
 * under `queryKeyOf(endpoint, input)`.
 * @param path relative to the prefix, such as `/users/123`
 * @param query the address's query, one value per name
 */
export function queriesOf(path: string, query: Query): PrefetchCall[] {
  // Thousands of rows would have to travel twice, as text and as data, before anything is painted.
  return callsOf(path, query).filter(
    ({ input }) => (input.query as { pageLimit?: number } | undefined)?.pageLimit !== allRows,
  );
}

function callsOf(path: string, query: Query): PrefetchCall[] {
  const [view = "", id] = path.split("/").filter((segment) => segment !== "");
  const name = view.toLowerCase();
  if (name === "search") return routeOf(query.collection ?? "")?.list?.(query) ?? [];
  const route = routeOf(name);
  if (id === undefined) return route?.list?.(query) ?? [];
  if (id === "new") return route?.create?.(query) ?? [];
  return route?.detail?.(decode(id), query) ?? [];
}

function routeOf(name: string): PrefetchRoute | undefined {
  return Object.hasOwn(routes, name) ? routes[name] : undefined;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
