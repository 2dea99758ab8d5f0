import type { TabAddress, TabQuery } from "./address";

export interface Tab extends TabAddress {
  id: string;
  /** Undefined until the view has said it; the strip then shows what the area is called. */
  title?: string;
  /** There is no such record; the strip says so in the user's language, in place of the title. */
  missing?: boolean;
  /** The place in the strip, growing from left to right; the highest one left becomes active when the active tab closes (TB-03). */
  order: number;
  /** The lower-case name of the area, whose icon the tab shows. */
  icon?: string;
  /** Cannot be closed. */
  persistent: boolean;
  /** Stands before the others, and closes only when it alone is told to. */
  pinned: boolean;
  /** Has unsaved changes. */
  highlighted: boolean;
  /** The address to go back to, where the view was opened with one. */
  callback?: string;
  /** Counts up when the view shall start afresh. */
  generation: number;
  /** Views of tabs that were never looked at are not mounted, so that they cause no requests. */
  visited: boolean;
  /** Grows with each activation of any tab: of two tabs with one path, the greater was used last. */
  used: number;
}

/** What brings a closed tab back. */
export interface ClosedTab {
  /** What it was called; it is called so again, unless another tab is by then. */
  id?: string;
  path: string;
  query: TabQuery;
  title?: string;
  missing?: boolean;
  callback?: string;
  pinned: boolean;
  /** Was one of several tabs of its path, and is to be one again. */
  twin: boolean;
  /** Where it stood in the strip. */
  place: number;
  /** The ids of those that stood left of it, closed ones too, the nearest last. */
  left?: readonly string[];
  /** As {@link Tab.used}. */
  used?: number;
  /** The same for all that were closed at once; left out for one that went alone. */
  batch?: string;
}

/** How a view of a highlighted tab is saved or thrown away before the tab closes. */
export interface TabGuard {
  /** Resolves false, or rejects, when saving failed: the tab then stays open. */
  save(): Promise<boolean>;
  discard(): void;
}

/** Of a tab in the browser; unlike any that an earlier visit has used. */
export function newTabId(): string {
  return `tab-${Math.random().toString(36).slice(2, 12)}`;
}
