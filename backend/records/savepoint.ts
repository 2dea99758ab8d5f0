import type { BulkSaveResult } from "../../lib/contract/bulk-save";
import type { ErrorBody } from "../../lib/contract/errors";
import { notFound } from "../core/errors";
import { distinctIds } from "../database/uuid";
import { errorBodyOf, requestErrorOf } from "../endpoint/error-response";
import type { Context } from "../endpoint/route";

/**
 * Saves records one by one and returns each result: a refused one leaves the others saved.
 * @param save refuses a record by throwing a RequestError
 * @throws all other errors
 */
export async function saveEach(
  context: Context,
  recordIds: readonly string[],
  save: (context: Context, recordId: string) => Promise<unknown>,
): Promise<{ results: BulkSaveResult[] }> {
  const errors = new Map<string, ErrorBody | undefined>();
  // In a fixed order, to avoid deadlocks between such calls.
  for (const recordId of distinctIds(recordIds).toSorted())
    errors.set(recordId, await attempt(context, (each) => save(each, recordId)));
  const missing = errorBodyOf(notFound(), context.language, context.requestId);
  const results = recordIds.map((recordId) => {
    const known = recordId.toLowerCase();
    const error = errors.has(known) ? errors.get(known) : missing;
    return { recordId, isSaved: error === undefined, error };
  });
  return { results };
}

/** Runs `work` in a savepoint. @returns the error for which it was rolled back; undefined on success */
export async function attempt(
  context: Context,
  work: (context: Context) => Promise<unknown>,
): Promise<ErrorBody | undefined> {
  try {
    await inSavepoint(context, work);
    return undefined;
  } catch (error) {
    const refusal = requestErrorOf(error);
    if (refusal.status >= 500) throw error;
    return errorBodyOf(refusal, context.language, context.requestId);
  }
}

/** Runs `work` in a savepoint, rolled back when it throws; its hooks run after the whole transaction. */
export async function inSavepoint<T>(context: Context, work: (context: Context) => Promise<T>): Promise<T> {
  const committed: (() => Promise<void>)[] = [];
  const rolledBack: (() => Promise<void>)[] = [];
  const within = {
    afterCommit: (then: () => Promise<void>) => void committed.push(then),
    afterRollback: (then: () => Promise<void>) => void rolledBack.push(then),
  };
  try {
    const result = await context.db.transaction((db) => work({ ...context, ...within, db }));
    for (const then of committed) context.afterCommit(then);
    return result;
  } catch (error) {
    for (const then of rolledBack) context.afterCommit(then);
    throw error;
  } finally {
    for (const then of rolledBack) context.afterRollback(then);
  }
}
