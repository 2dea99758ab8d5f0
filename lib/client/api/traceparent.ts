const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** Begins a trace (W3C Trace Context), which the processes continue down to SQL. */
export const newTraceparent = (): string => `00-${hex(16)}-${hex(8)}-01`;
