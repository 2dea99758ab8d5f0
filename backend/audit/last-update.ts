import type * as z from "zod";
import type { lastUpdate } from "../../lib/contract/schemas";
import { instantOf, instantOrNull } from "../database/list";

/** Reads the row of a last-update statement; null when there is no record at all. */
export function lastUpdateOf(row: Record<string, unknown> | undefined): z.output<typeof lastUpdate> | null {
  return row
    ? {
        createdOn: instantOf(row.createdOn),
        createdBy: row.createdBy as string,
        updatedOn: instantOrNull(row.updatedOn),
        updatedBy: (row.updatedBy ?? null) as string | null,
      }
    : null;
}
