import { isIP } from "node:net";

/** Whether a server can be told to listen there: an IP address, or a name that may be one of this machine (RFC 1123, 2.1). */
export function isListenHost(text: string): boolean {
  if (isIP(text)) return true;
  // Digits and dots alone can only be a wrong IP address.
  return (
    text.length <= 253 &&
    !/^[\d.]+$/.test(text) &&
    text.split(".").every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label))
  );
}

/** Whether listening failed because the machine has no such address, or nobody knows the name. */
export function isNoHostHere({ code = "" }: NodeJS.ErrnoException): boolean {
  return ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAFNOSUPPORT", "EINVAL"].includes(code);
}
