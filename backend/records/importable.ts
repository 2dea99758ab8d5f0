import type * as z from "zod";
import type { Context, Route } from "../endpoint/route";
import type { RecordTable } from "./table";

/** An area's changes to its calls for records from a file. */
export interface ImportChanges {
  /** The table of records that tenants share. */
  // biome-ignore lint/suspicious/noExplicitAny: as any area has it
  table?: RecordTable<any>;
  /** Replaces the area's own call if that requires input that files lack. */
  create?: {
    body: z.ZodType;
    /** Creates records, all or none, and returns their ids. */
    // biome-ignore lint/suspicious/noExplicitAny: as the schema beside it reads it
    handleAll: (context: Context, bodies: readonly any[]) => Promise<readonly string[]>;
  };
  /** Fields that a save requires, besides those of every record. */
  alwaysSaved?: readonly string[];
  /** Whether rules of a record ignore other records, so that several can be saved at the same time. */
  isIndependent?: true;
}

/** The parts of an area's declaration that imports use: nothing beyond its usual ones. */
export interface ImportableArea {
  routes: readonly Route[];
  // biome-ignore lint/suspicious/noExplicitAny: as any area has it
  table?: RecordTable<any>;
  importing?: ImportChanges;
}
