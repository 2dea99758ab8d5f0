import { isIP } from "node:net";

/** Whether a server can listen on it: an IP address, or a valid host name (RFC 1123, 2.1). */
export function isListenHost(text: string): boolean {
  if (isIP(text)) return true;
  // Only digits and dots: an invalid IP address.
  return (
    text.length <= 253 &&
    !/^[\d.]+$/.test(text) &&
    text.split(".").every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label))
  );
}

/** Whether listening failed because the host name is unknown, or the address is not of this machine. */
export function isNoHostHere({ code = "" }: NodeJS.ErrnoException): boolean {
  return ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAFNOSUPPORT", "EINVAL"].includes(code);
}
