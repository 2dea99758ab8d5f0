import type { Credentials } from "./route";

const scheme = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/** What a Basic authorization header (RFC 7617, UTF-8) names; undefined when it is missing or unreadable. */
export function credentialsOf(header: string | undefined): Credentials | undefined {
  const encoded = scheme.exec(header ?? "")?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1 || text.includes("\u0000")) return undefined;
  return { userName: text.slice(0, colon), secret: text.slice(colon + 1) };
}
