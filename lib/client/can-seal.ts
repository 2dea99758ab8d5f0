/** Whether this browser has cryptography: on addresses that are not secure there is none. */
export function canSeal(key: string | undefined): key is string {
  return key !== undefined && Boolean(globalThis.crypto?.subtle);
}
