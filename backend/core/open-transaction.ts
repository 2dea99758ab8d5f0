import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs a transaction's work; {@link refuseInTransaction} recognizes it until it ends. */
export function trackTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  return current.run(transaction, async () => {
    try {
      return await work();
    } finally {
      // Work begun in it that outlives it is allowed.
      transaction.isOpen = false;
    }
  });
}

/**
 * Call this first in all work that waits for something other than the database: hashing, decoding, files, mail, other
 * servers. A transaction that waits holds a connection, and of the embedded database the only one (decision 0048).
 * @param what as the message continues: "… inside of a transaction"
 * @throws when a transaction of the same request is open, also in production: it is a bug, and every test that reaches
 * it shows it
 */
export function refuseInTransaction(what: string): void {
  if (current.getStore()?.isOpen)
    throw new Error(`${what} inside of a transaction. Do it before or after it (docs/decisions/0048).`);
}
