import { fold } from "@/lib/format/fold";
import { areaNames } from "../areas";

/**
 * What a tenant is called in addresses: small letters, digits and hyphens between them, as one label of a host name has
 * (RFC 1123, section 2.1), so that any pattern of paths or hosts can hold it.
 */
export const identifierPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The longest that {@link identifierPattern} lets through. */
export const maxIdentifierLength = 63;

/**
 * Names that stand for something else at the front of an address: those of areas, the servers' own and those of calls
 * without views. A link that has lost its tenant must lead nowhere, not into a tenant of that name.
 */
export const reservedIdentifiers: ReadonlySet<string> = new Set([
  ...areaNames,
  "api",
  "assets",
  "attachment-status",
  "attachments",
  "attributes",
  "auth",
  "dictionaries",
  "downloads",
  "health",
  "home",
  "host",
  "hub",
  "imports",
  "invitation",
  "invitations",
  "list-views",
  "localhost",
  "login",
  "logout",
  "metrics",
  "next",
  "notifications",
  "oauth",
  "oidc",
  "openapi",
  "organisation-settings",
  "public",
  "ready",
  "reports",
  "session",
  "settings",
  "share",
  "static",
  "user",
  "www",
]);

/** An identifier made of a name, `Łódź & Sons` giving `lodz-sons`; empty when nothing of the name can be used. */
export function identifierOf(name: string): string {
  return fold(name)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxIdentifierLength)
    .replace(/^-+|-+$/g, "");
}
