/** Whether this browser supports encryption: unavailable in insecure contexts. */
export function canSeal(key: string | undefined): key is string {
  return key !== undefined && Boolean(globalThis.crypto?.subtle);
}
