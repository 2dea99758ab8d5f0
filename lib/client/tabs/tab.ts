import type { TabAddress, TabQuery } from "./address";

export interface Tab extends TabAddress {
  id: string;
  /** Undefined until the view sets it; the strip then shows the area's name. */
  title?: string;
  /** The record does not exist; the strip shows that instead of the title. */
  missing?: boolean;
  /** Position in the strip from left to right; when the active tab closes, the one with the highest order becomes active (TB-03). */
  order: number;
  /** Lower-case name of the area, for the tab's icon. */
  icon?: string;
  /** Cannot be closed. */
  persistent: boolean;
  /** Precedes the unpinned tabs, and closes only individually. */
  pinned: boolean;
  /** Has unsaved changes. */
  highlighted: boolean;
  /** The address to return to, if the view was opened with one. */
  callback?: string;
  /** Increased to remount the view. */
  generation: number;
  /** Views of tabs that were never visited are not mounted, so that they cause no requests. */
  visited: boolean;
  /** Grows with each activation of any tab: of two tabs with one path, the greater was used last. */
  used: number;
}

/** Data to restore a closed tab. */
export interface ClosedTab {
  /** Its previous id, reused unless taken. */
  id?: string;
  path: string;
  query: TabQuery;
  title?: string;
  missing?: boolean;
  callback?: string;
  pinned: boolean;
  /** It was a duplicate, and is restored as one. */
  twin: boolean;
  /** Position in the strip. */
  place: number;
  /** The ids of the tabs left of it, including closed ones, the nearest last. */
  left?: readonly string[];
  /** As {@link Tab.used}. */
  used?: number;
  /** Shared by all tabs that were closed together; undefined for a single one. */
  batch?: string;
}

/** How to save or discard the changes of a tab before it closes. */
export interface TabGuard {
  /** Resolves false, or rejects, if saving failed: the tab then stays open. */
  save(): Promise<boolean>;
  discard(): void;
}

/** A random id for a tab of the browser, distinct from those of earlier visits. */
export function newTabId(): string {
  return `tab-${Math.random().toString(36).slice(2, 12)}`;
}
