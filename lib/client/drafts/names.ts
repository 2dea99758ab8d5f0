// What the browser keeps drafts under.
export const databaseName = "hub-drafts";
export const storeName = "drafts";
export const byOwner = "owner";
/** Of the last words of a page that was left. */
export const spillPrefix = "hub-draft ";

/** @param prefix base path and tenant of the address */
export function draftOwner(prefix: string, userId: string): string {
  return `${prefix} ${userId}`;
}
