import type { TabAddress } from "./address";

export interface Tab extends TabAddress {
  id: string;
  /** Undefined until the view has said it; the strip then shows what the area is called. */
  title?: string;
  /** Grows with each opened tab; the highest one left becomes active when the active tab closes (TB-03). */
  order: number;
  /** The lower-case name of the area, whose icon the tab shows. */
  icon?: string;
  /** Cannot be closed. */
  persistent: boolean;
  pinned: boolean;
  /** Has unsaved changes. */
  highlighted: boolean;
  /** The address to go back to, where the view was opened with one. */
  callback?: string;
  /** Counts up when the view shall start afresh. */
  generation: number;
  /** Views of tabs that were never looked at are not mounted, so that they cause no requests. */
  visited: boolean;
}

/** How a view of a highlighted tab is saved or thrown away before the tab closes. */
export interface TabGuard {
  /** Resolves false, or rejects, when saving failed: the tab then stays open. */
  save(): Promise<boolean>;
  discard(): void;
}
