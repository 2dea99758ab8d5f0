"use client";
import { serverNow } from "../api/server-clock";
import { keptFor, maxStoreLength } from "./draft";
import { byOwner, databaseName, storeName } from "./names";

// IndexedDB rather than localStorage: committed writes survive a killed browser, and it holds megabytes. See
// docs/decisions/0017.
/** Index by owner and path. */
export const byPlace = "place";

let opening: Promise<IDBDatabase> | undefined;
let open: IDBDatabase | undefined;

/** Opened before the first write, so that an unloading page can still write. */
export function openStore(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(storeName, { keyPath: "id" });
      store.createIndex(byOwner, "owner");
      store.createIndex(byPlace, ["owner", "path"]);
    };
    request.onsuccess = () => {
      const database = request.result;
      open = database;
      // A newer version of the product is about to migrate it.
      database.onversionchange = () => {
        database.close();
        forget();
      };
      // The browser has deleted it.
      database.onclose = forget;
      deleteExpired(database);
      resolve(database);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("Another window keeps the store of drafts as it was"));
  }).catch((error: unknown) => {
    forget();
    throw error;
  });
  return opening;
}

function forget(): void {
  opening = undefined;
  open = undefined;
}

/** All stored drafts of a user, unchecked. */
export async function storedOf(owner: string): Promise<unknown[]> {
  const database = await openStore();
  return resultOf(database.transaction(storeName).objectStore(storeName).index(byOwner).getAll(owner));
}

/** Replaces a record if it still satisfies `isStill`; another window may have replaced it first. */
export async function exchange(
  id: string,
  isStill: (stored: unknown) => boolean,
  next: object,
): Promise<void> {
  await changed((store) => {
    const request = store.get(id);
    request.onsuccess = () => {
      if (isStill(request.result)) store.put(next);
    };
    return request;
  }, false);
}

/**
 * Applies changes in call order.
 * @throws if the browser stores nothing, or is out of space
 */
export async function changed(change: (store: IDBObjectStore) => IDBRequest, atOnce = true): Promise<void> {
  // With an open database nothing may be awaited first: an unloading page gets no further turn.
  const transaction =
    (open && tryTransaction(open)) ?? (await openStore()).transaction(storeName, "readwrite");
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    change(transaction.objectStore(storeName));
    if (atOnce) transaction.commit();
  });
}

/** Undefined if the database was closed meanwhile. */
function tryTransaction(database: IDBDatabase): IDBTransaction | undefined {
  try {
    return database.transaction(storeName, "readwrite");
  } catch {
    forget();
    return undefined;
  }
}

export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Deletes expired drafts, and the oldest above the limit. */
function deleteExpired(database: IDBDatabase): void {
  const store = database.transaction(storeName, "readwrite").objectStore(storeName);
  const request = store.getAll();
  request.onsuccess = () => {
    const now = serverNow();
    const ageOf = (one: { savedAt?: unknown }) =>
      typeof one.savedAt === "number" ? now - one.savedAt : Number.POSITIVE_INFINITY;
    let size = 0;
    for (const one of request.result.sort((a, b) => ageOf(a) - ageOf(b))) {
      size += JSON.stringify(one).length;
      if (ageOf(one) >= keptFor || size > maxStoreLength) store.delete(one.id);
    }
  };
}
