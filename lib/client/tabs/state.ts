import type { TabSet } from "./operations";
import type { ClosedTab } from "./tab";

/** What unsaved changes would be lost by. */
export type Loss = "close" | "reload" | "replace" | "signOut" | "leave";

export interface Question {
  loss: Loss;
  /** The tabs with unsaved changes that it is about. */
  ids: readonly string[];
  elsewhere?: Elsewhere;
}

/** What would be lost beside the tabs of this window. */
export interface Elsewhere {
  /** With unsaved changes, in other windows of the same session. */
  windows: readonly Unsaved[];
  /** What earlier visits have left behind, open in no window. */
  drafts: readonly Unsaved[];
  /** Resolves to whether all of it is saved, or kept. */
  save(): Promise<boolean>;
  /** Told that everything, here and there, is to be kept as it is. */
  keep?(): void;
}

export interface Unsaved {
  title: string;
  /** Says which it is, where the title alone does not. */
  detail?: string;
  /** The name of an area. */
  icon?: string;
}

export interface TabState extends TabSet {
  /** How the address bar takes over the next change. */
  write: "push" | "replace";
  /** What is asked about unsaved changes; the first is the one on screen. */
  questions: readonly Question[];
  /** The user chose to save, and saving is under way. */
  saving: boolean;
  /** Tabs that were closed, the last one first. */
  closed: readonly ClosedTab[];
  /** The tab that was moved last; another object with each move. */
  moved?: { id: string };
}
