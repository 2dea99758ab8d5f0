"use client";
import { byOwner, databaseName, spillPrefix, storeName } from "./names";

/** Whether the browser may have drafts of a user, without loading the code that reads them. */
export async function mayHaveDrafts(owner: string): Promise<boolean> {
  try {
    if (Object.keys(localStorage).some((key) => key.startsWith(spillPrefix))) return true;
    const database = await openIfExists();
    if (!database) return false;
    const index = database.transaction(storeName).objectStore(storeName).index(byOwner);
    const count = await new Promise<number>((resolve, reject) => {
      const request = index.count(owner);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    database.close();
    return count > 0;
  } catch {
    return false;
  }
}

/** Undefined if the database does not exist: this must not create it. */
function openIfExists(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open(databaseName);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}
