import type { Expression } from "./expression";
import type { Delimiters } from "./tags";

/** The names by which layouts ask for all rows; the name of the source is another. */
export const rowLists = ["rows"] as const;

/** A text or an answer to a condition that a layout asks for. */
export interface Question {
  /** By which the layout asks, see the worker: `#` before a condition. */
  name: string;
  expression: Expression;
  isCondition: boolean;
}

/** What has to be worked out to fill a layout. */
export interface Plan {
  delimiters: Delimiters;
  /** The names by which it asks for the list of rows. */
  lists: string[];
  /** Asked once, and for each row. */
  ofReport: Question[];
  ofRow: Question[];
  /** Asked for each entry of a list within the rows, by the names of those that the layout has. */
  ofEntry: Record<string, Question[]>;
}
