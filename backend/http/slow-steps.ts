import { RequestError } from "../core/errors";
import type { Input } from "../endpoint/input";
import type { Context, Route } from "../endpoint/route";
import type { Caller } from "../identity/identify";
import type { TransactionHooks } from "./transaction-hooks";

export interface HandlerInput extends Input {
  context: Context;
}

export interface Answering<T> {
  /** @param handle the route's handler, to be called once, or not at all if the response is already known */
  work(call: HandlerInput, handle: () => Promise<unknown>): Promise<T>;
  /** An earlier response to the request; undefined when there is none. */
  before?(call: HandlerInput): Promise<T | undefined>;
  /** Whether it changes nothing, and sends nothing while it runs. */
  isRepeatable?: boolean;
}

/** Runs its work in a transaction of the request's sender, and returns them too. */
export type Enter = <T>(work: (call: HandlerInput) => Promise<T>) => Promise<{ result: T; caller: Caller }>;

/**
 * A transaction that checks, the slow work while none is open, and a transaction that checks again and completes the
 * request.
 */
export async function runSlowSteps<T>(
  handler: Route["handler"],
  slow: NonNullable<Route["slow"]>,
  enter: Enter,
  { work, before = async () => undefined }: Answering<T>,
  hooks: TransactionHooks,
): Promise<{ result: T; caller: Caller }> {
  const { result: first, caller } = await enter(async (call) => {
    if (!slow.isNeeded(call)) return { response: await work(call, () => handler(call)) };
    const known = await preferEarlier(
      () => slow.check(call),
      () => before(call),
    );
    return known === undefined ? { call } : { response: known };
  });
  if (!first.call) return { result: first.response, caller };
  const { db: _, afterCommit: __, ...context } = first.call.context;
  const made = await slow.prepare({ ...first.call, context });
  let isUsed = false;
  const second = await enter((call) =>
    work(call, () => {
      isUsed = true;
      return handler(call, made);
    }),
  );
  if (!isUsed) await hooks.runRollbackHooks();
  return second;
}

/**
 * Prefers the earlier response, even if it would be refused by now because it was done. @throws the errors of `check`
 */
async function preferEarlier<T>(check: () => Promise<unknown>, before: () => Promise<T>): Promise<T> {
  const refusal = await check().then(
    () => undefined,
    (error: unknown) => error,
  );
  // After any other error the database accepts no more statements.
  if (refusal && !(refusal instanceof RequestError)) throw refusal;
  const known = await before();
  if (known === undefined && refusal) throw refusal;
  return known;
}
