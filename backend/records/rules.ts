import type { Context } from "../endpoint/route";
import type { RestorablePart, RestoreApart } from "./restore-state";
import type { AnyRecords, DetailOf, ValuesOf } from "./table";

/** Rules particular to an area's records. Each may refuse by throwing a RequestError. */
export interface RecordRules<R extends AnyRecords> {
  /** Refuses to change a record at all; called before its version is compared. */
  mayEdit?: (stored: DetailOf<R>) => void;
  /** Checks a record before saving: a new one, or one merged with its stored fields. */
  check?: (context: Context, next: ValuesOf<R>, stored?: DetailOf<R>) => unknown;
  /** Runs after a record was created or saved; `stored` is the previous state. */
  afterSaving?: (context: Context, recordId: string, saved: ValuesOf<R>, stored?: DetailOf<R>) => unknown;
  /** Runs before archiving, in the order of ids. */
  beforeRemoval?: (context: Context, stored: readonly DetailOf<R>[]) => unknown;
  /** Runs before unarchiving, in the order of ids. */
  beforeRestoring?: (context: Context, deleted: readonly DetailOf<R>[]) => unknown;
  /**
   * Restores dependent data.
   * @throws {RequestError} 409 `restoredInPart` when some of it cannot be restored, unless the caller accepts that by
   * `isProceed`
   */
  afterRestoring?: (
    context: Context,
    restored: readonly DetailOf<R>[],
    accepted: { isProceed?: boolean },
  ) => unknown;
  /** Parts besides attribute values that are shown with a record's states and restored with them. */
  parts?: readonly RestorablePart[];
  /** Parts recorded separately from a record and restored with it, by name. */
  apart?: Readonly<Record<string, RestoreApart>>;
}
