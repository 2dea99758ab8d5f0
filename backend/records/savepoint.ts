import type { BulkSaveResult } from "../../lib/contract/bulk-save";
import type { ErrorBody } from "../../lib/contract/errors";
import { distinctIds } from "../database/uuid";
import { errorBodyOf, requestErrorOf } from "../http/error-response";
import { notFound } from "../http/errors";
import type { Context } from "../http/route";

/**
 * Saves records one by one, each with what becomes of it: one that is refused leaves the others saved.
 * @param save refuses a record by throwing a RequestError
 * @throws whatever is no record's fault
 */
export async function saveEach(
  context: Context,
  recordIds: readonly string[],
  save: (context: Context, recordId: string) => Promise<unknown>,
): Promise<{ results: BulkSaveResult[] }> {
  const errors = new Map<string, ErrorBody | undefined>();
  // In one order, so that two such calls do not wait for each other.
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

/** Does something in a savepoint. @returns why it was refused, and with that undone; undefined when it was done */
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

/** Does something in a savepoint, which is undone when it throws; what follows it then follows the whole. */
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
