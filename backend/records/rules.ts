import type { Context } from "../http/route";
import type { RestorablePart, RestoreApart } from "./restore-state";
import type { AnyRecords, DetailOf, ValuesOf } from "./table";

/** What is particular to an area's records. Each may refuse by throwing a RequestError. */
export interface RecordRules<R extends AnyRecords> {
  /** Refuses to change a record at all; called before its version is compared. */
  mayEdit?: (stored: DetailOf<R>) => void;
  /** Looks at what a record is about to be: a new one, or with what of a stored one stays as it is. */
  check?: (context: Context, next: ValuesOf<R>, stored?: DetailOf<R>) => unknown;
  /** Does what follows from a record that is new, or was saved; `stored` is what it was. */
  afterSaving?: (context: Context, recordId: string, saved: ValuesOf<R>, stored?: DetailOf<R>) => unknown;
  /** Looks at what is about to be archived, in the order of ids, and does what comes before it. */
  beforeRemoval?: (context: Context, stored: readonly DetailOf<R>[]) => unknown;
  /** Looks at what was archived and is about to be there again, in the order of ids. */
  beforeRestoring?: (context: Context, deleted: readonly DetailOf<R>[]) => unknown;
  /**
   * Has what hung on it be there again, too.
   * @throws {RequestError} 409 `restoredInPart` when some of it cannot be, unless the caller accepts that by `isProceed`
   */
  afterRestoring?: (
    context: Context,
    restored: readonly DetailOf<R>[],
    accepted: { isProceed?: boolean },
  ) => unknown;
  /** What belongs to a record besides values of attributes, is shown of its states, and restored with them. */
  parts?: readonly RestorablePart[];
  /** What is recorded apart from a record and restored with it, by its name. */
  apart?: Readonly<Record<string, RestoreApart>>;
}
