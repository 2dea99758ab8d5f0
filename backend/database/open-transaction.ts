import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs the work of a transaction, which {@link refuseInTransaction} knows until it ends. */
export function whileOpen<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  return current.run(transaction, async () => {
    try {
      return await work();
    } finally {
      // What was begun in it and goes on afterwards is free.
      transaction.isOpen = false;
    }
  });
}

/**
 * To be called first by whatever waits for something else than the database: hashing, decoding, files, mail, other servers.
 * A transaction that waits for it holds a connection, and of the embedded database the only one (decision 0048).
 * @param what as a sentence goes on: "… inside of a transaction"
 * @throws for work that is begun while a transaction of the same request is open, here as in production: it is a fault in
 *   the code, and every test that gets there shows it
 */
export function refuseInTransaction(what: string): void {
  if (current.getStore()?.isOpen)
    throw new Error(`${what} inside of a transaction. Do it before or after it (docs/decisions/0048).`);
}
