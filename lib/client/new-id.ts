/** A random identifier of 128 bits. Browsers offer `crypto.randomUUID` in secure contexts only. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A random UUID (RFC 9562, version 4), for ids stored by the server. */
export function newUuid(): string {
  const hex = newId();
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    ...[hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`],
    ...[`${variant}${hex.slice(17, 20)}`, hex.slice(20)],
  ].join("-");
}
