import type { Expression } from "./expression";
import type { Delimiters } from "./tags";

/** Names of the list of all rows in layouts, besides the source's name. */
export const rowLists = ["rows"] as const;

/** A text or a condition that a layout uses. */
export interface Question {
  /** Its name in the layout, see the worker: `#` before a condition. */
  name: string;
  expression: Expression;
  isCondition: boolean;
}

/** The expressions to evaluate for filling a layout. */
export interface Plan {
  delimiters: Delimiters;
  /** The names that it uses for the list of rows. */
  lists: string[];
  /** Evaluated once, and for each row. */
  ofReport: Question[];
  ofRow: Question[];
  /** Evaluated for each entry of a list within the rows, by the names of the layout's lists. */
  ofEntry: Record<string, Question[]>;
}
