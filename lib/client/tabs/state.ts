import type { TabSet } from "./operations";
import type { ClosedTab } from "./tab";

/** Actions that would lose unsaved changes. */
export type Loss = "close" | "reload" | "replace" | "signOut" | "leave";

export interface Question {
  loss: Loss;
  /** The tabs with unsaved changes. */
  ids: readonly string[];
  elsewhere?: Elsewhere;
}

/** Unsaved changes outside this window's tabs. */
export interface Elsewhere {
  /** In other windows of the same session. */
  windows: readonly Unsaved[];
  /** Drafts of earlier visits that are open in no window. */
  drafts: readonly Unsaved[];
  /** Resolves to whether all of it is saved or kept. */
  save(): Promise<boolean>;
  /** Keeps everything as it is, in all windows. */
  keep?(): void;
}

export interface Unsaved {
  title: string;
  /** Distinguishes entries with the same title. */
  detail?: string;
  /** The name of an area. */
  icon?: string;
}

export interface TabState extends TabSet {
  /** How the address bar applies the next change. */
  write: "push" | "replace";
  /** Questions about unsaved changes; the first is on screen. */
  questions: readonly Question[];
  /** The user chose to save, and saving is in progress. */
  saving: boolean;
  /** Closed tabs, the last one first. */
  closed: readonly ClosedTab[];
  /** The tab moved last; a new object for each move. */
  moved?: { id: string };
}
