import { FilterChips } from "@/components/resource/filters/lazy-chips";
import type { Loadable } from "@/components/ui/lazy-code";
import { parseAddress, type TabQuery } from "@/lib/client/tabs/address";
import type { Area, LazyView } from "../area/area";
import type { AreaRegistry } from "../area/areas-context";
import { findRoute } from "../area/route";
import * as declared from "./areas";
import { collectionsOf } from "./search-providers";

/** All areas with views, in display order. */
const areas: readonly Area[] = Object.values<Area>(declared).sort((a, b) => (a.place ?? 0) - (b.place ?? 0));

/**
 * Loads the code for the view of an address such as `/users/12?tab=roles`; undefined if it is loaded or has failed: the view
 * shows failures.
 */
function loadView(address: string): Promise<unknown> | undefined {
  const { path, query } = parseAddress(address);
  const needed: Loadable[] = viewsOf(path, query);
  if (query.filters) needed.push(FilterChips);
  const missing = needed.filter((code) => !code.isReady() && !code.hasFailed());
  return missing.length === 0 ? undefined : Promise.allSettled(missing.map((code) => code.load()));
}

/** Views of an address after their code failed to load. */
export function failedViews(path: string, query: TabQuery): LazyView[] {
  return viewsOf(path, query).filter((view) => view.hasFailed());
}

/** The view of an address, and its embedded views. */
function viewsOf(path: string, query: TabQuery): LazyView[] {
  const route = findRoute(areas, path);
  if (!route) return [];
  const { embedsLists, views } = route.area;
  const embedded = query.everywhere ? [views.everywhere] : listsOf(query.collection);
  return [route.View, ...(embedsLists ? embedded : [])].filter((view) => view !== undefined);
}

/** The list of a collection, or all lists without a valid collection. */
function listsOf(collection: string | undefined) {
  const searched = collectionsOf(areas);
  const named = searched.filter(({ name }) => name === collection?.toLowerCase());
  return (named.length > 0 ? named : searched).map(({ List }) => List);
}

export const areaRegistry: AreaRegistry = { areas, loadView, failedViews };
