// Names of the browser's draft storage.
export const databaseName = "hub-drafts";
export const storeName = "drafts";
export const byOwner = "owner";
/** Key prefix of drafts spilled by an unloading page. */
export const spillPrefix = "hub-draft ";

/** @param prefix base path and tenant of the address */
export function draftOwner(prefix: string, userId: string): string {
  return `${prefix} ${userId}`;
}
