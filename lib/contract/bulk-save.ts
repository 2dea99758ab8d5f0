import * as z from "zod";
import { errorBody } from "./errors";
import { recordId } from "./schemas";

/** Maximum number of records in one call. */
export const maxAtOnce = 100;

export type BulkSaveBody<Id extends string, Values extends z.ZodType> = z.ZodObject<
  { [Name in `${Id}s`]: z.ZodArray<z.ZodString> } & { values: Values }
>;

/** The same values for several records: each is saved separately, as by its own save; missing fields stay unchanged. */
export function bulkSaveBody<const Id extends string, Values extends z.ZodType>(idName: Id, values: Values) {
  const ids = z.array(recordId).min(1).max(maxAtOnce);
  return z.object({ [`${idName}s`]: ids, values }) as unknown as BulkSaveBody<Id, Values>;
}

/**
 * The result for each record, in request order; `error` says why one was not saved, `undo` has the values that revert
 * what was changed, where that can be undone.
 */
export const bulkSaveResponse = z.object({
  results: z.array(
    z.object({
      recordId: z.string(),
      isSaved: z.boolean(),
      error: errorBody.omit({ current: true }).optional(),
      undo: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});
export type BulkSaveResult = z.output<typeof bulkSaveResponse>["results"][number];
