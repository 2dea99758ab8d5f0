import { attributeOfColumn } from "@/lib/contract/filters";
import type { ListView } from "@/lib/contract/list-views";
import {
  defaultListState,
  type ListEndpoint,
  type ListState,
  listStateToQuery,
  readAddress,
} from "../../list/list-call";
import { defaultLayout, hasOtherLook, readLayout, type TableLayout } from "../layout/layout";

export interface ViewSettings {
  state: ListState;
  layout: TableLayout;
  density: ListView["density"];
}

/** Returns the current look of a list to save; excludes the page number. */
export function settingsToSave(endpoint: ListEndpoint, { state, layout, density }: ViewSettings) {
  const query = Object.entries(listStateToQuery(endpoint, { ...state, page: 1 }));
  const given = query.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    query: new URLSearchParams(given).toString(),
    layout: {
      hidden: [...layout.hidden],
      shown: [...layout.shown],
      order: [...layout.order],
      pinned: [...layout.pinned],
      widths: { ...layout.widths },
      ...galleryOf(layout),
    },
    density,
  };
}

const galleryOf = (layout: TableLayout) => (hasOtherLook(layout) ? { gallery: true } : {});

/**
 * Returns the look of a saved view, as far as it still applies.
 * @param isThere whether the list has a column of that id
 * @returns `isWhole` is false if the view names something missing, such as a column
 */
export function settingsOf(
  endpoint: ListEndpoint,
  view: Pick<ListView, "query" | "layout" | "density">,
  isThere: (id: string) => boolean,
): ViewSettings & { isWhole: boolean } {
  const { state, faults } = readAddress(endpoint, Object.fromEntries(new URLSearchParams(view.query)));
  const layout = readLayout(view.layout) ?? defaultLayout;
  const { hidden, shown, order, pinned, widths } = layout;
  // Filters on contract columns were validated with the address.
  const filters = state.filters.filter(({ column, type }) => type !== "attribute" || isThere(column));
  const isSorted = attributeOfColumn(state.sortBy) === undefined || isThere(state.sortBy);
  const { sortBy, sortDir } = isSorted ? state : defaultListState(endpoint);
  const named = [...hidden, ...shown, ...order, ...pinned, ...Object.keys(widths)];
  return {
    state: { ...state, filters, sortBy, sortDir },
    layout: {
      hidden: hidden.filter(isThere),
      shown: shown.filter(isThere),
      order: order.filter(isThere),
      pinned: pinned.filter(isThere),
      widths: Object.fromEntries(Object.entries(widths).filter(([id]) => isThere(id))),
      ...galleryOf(layout),
    },
    density: view.density,
    isWhole:
      faults.parameters.length === 0 &&
      faults.filters === 0 &&
      filters.length === state.filters.length &&
      isSorted &&
      named.every(isThere),
  };
}
