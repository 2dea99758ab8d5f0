// See docs/decisions/0076.

import { contract } from "../../../lib/contract";
import type { Endpoint } from "../../../lib/contract/endpoint";
import type { FoundGroup, FoundRecord } from "../../../lib/contract/search";
import { isPermitted } from "../../endpoint/permission";
import { implement, type Route } from "../../endpoint/route";
import { extraProviders } from "./extra-providers";
import type { FoundRow, SearchProvider } from "./provider";

type Page = { list: FoundRow[]; totalCount: number; isMore?: true };

/**
 * The search over all collections: it calls the handler of each list, so that it finds the same with the same
 * permissions.
 * @param read labels an area's rows that the contract does not label
 */
export function searchRoutes(
  routes: readonly Route[],
  read: { readonly [area: string]: SearchProvider["read"] | undefined },
): readonly Route[] {
  const providers = [...recordProviders(routes, read), ...extraProviders];
  const asked = providers.flatMap((provider) =>
    routes
      .filter(({ endpoint }) => endpoint === provider.list)
      .map(({ handler }) => ({ ...provider, handler })),
  );
  return implement(contract.search, {
    everywhere: async ({ query: { phrase, limit }, context }) => {
      const groups = asked
        .filter(({ list }) => isPermitted(list.access, context.user.permissions))
        .map(async ({ collection, list, read, handler }): Promise<FoundGroup> => {
          const query = list.query?.parse({ phrase, pageLimit: limit });
          // Counting all hits of a short phrase among a million rows takes longer than finding the first.
          const bounded = { ...context, isCountBounded: true };
          const page = (await handler({ params: {}, query, body: undefined, context: bounded })) as Page;
          const { totalCount, isMore = false } = page;
          return { collection, totalCount, isMore, list: page.list.map(read) };
        });
      return (await Promise.all(groups)).filter(({ totalCount }) => totalCount > 0);
    },
  });
}

/**
 * Every area of records with a list, a view and a history; read-only areas such as the audit log have none.
 */
function recordProviders(
  routes: readonly Route[],
  read: Parameters<typeof searchRoutes>[1],
): readonly SearchProvider[] {
  const details = new Map(
    routes.flatMap(({ endpoint }) =>
      endpoint.name === "detail" ? [[endpoint.area, endpoint] as const] : [],
    ),
  );
  const ofRecords = new Set(
    routes.flatMap(({ endpoint }) => (endpoint.name === "recordHistory" ? [endpoint.area] : [])),
  );
  return routes.flatMap(({ endpoint: list }): SearchProvider[] => {
    const detail = details.get(list.area);
    if (list.name !== "list" || !list.list || !detail || !ofRecords.has(list.area)) return [];
    return [{ collection: list.area, list, read: read[list.area] ?? readerOf(list, detail) }];
  });
}

/** A record's label is the list's default sort column, in the reader's language if available, as in the views. */
function readerOf(list: Endpoint, detail: Endpoint): (row: FoundRow) => FoundRecord {
  const [, idName = ""] = /:(\w+)$/.exec(detail.path) ?? [];
  const [name = ""] = list.list?.sortable ?? [];
  return (row) => ({
    id: String(row[idName]),
    name: String(row[`${name}Translated`] ?? row[name] ?? ""),
    hint: "",
    address: `/${list.area}/${row[idName]}`,
  });
}
