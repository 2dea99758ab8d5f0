import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebConfig } from "../config/config";
import { policyOfData } from "../core/security-headers";
import { pathOfTarget } from "../http/target";

const path = "/.well-known/security.txt";

/** RFC 9116, section 2.5.5, recommends less than a year. */
const validDays = 90;
const day = 24 * 60 * 60 * 1000;

/**
 * Answers `/.well-known/security.txt` (RFC 9116), at the root of the origin and below the base path: 404 without
 * SECURITY_CONTACT, since the address belongs to no tenant.
 * @returns whether the request is answered
 */
export function serveSecurityTxt(
  { method, url = "" }: IncomingMessage,
  response: ServerResponse,
  config: Pick<WebConfig, "securityContacts" | "publicUrl" | "basePath">,
): boolean {
  const asked = pathOfTarget(url);
  if (asked !== path && asked !== config.basePath + path) return false;
  const exists = config.securityContacts.length > 0;
  const text = exists ? securityTxt(config, Date.now()) : "Not found\n";
  response.writeHead(exists ? 200 : 404, {
    ...policyOfData,
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  });
  response.end(method === "HEAD" ? undefined : text);
  return true;
}

function securityTxt(
  { securityContacts, publicUrl, basePath }: Parameters<typeof serveSecurityTxt>[2],
  now: number,
): string {
  // Rounded to days, for equal responses throughout a day.
  const expires = new Date(Math.floor(now / day) * day + validDays * day);
  return [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    // Must be an https address (section 2.5.2).
    ...(publicUrl.protocol === "https:" ? [`Canonical: ${publicUrl.origin}${basePath}${path}`] : []),
    "",
  ].join("\n");
}
