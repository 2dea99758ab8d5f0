/** A random identifier of 128 bits. Browsers have `crypto.randomUUID` on secure addresses only. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
