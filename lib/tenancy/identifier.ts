import { fold } from "@/lib/format/fold";
import { areaNames } from "../areas/areas";

/**
 * Identifier of a tenant in addresses: lower-case letters, digits and inner hyphens, as a label of a host name (RFC 1123,
 * section 2.1), so that any pattern of paths or hosts can contain it.
 */
export const identifierPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Maximum length allowed by {@link identifierPattern}. */
export const maxIdentifierLength = 63;

/**
 * Names with another meaning at the start of an address: those of areas, servers and calls without views. A link without
 * its tenant must not lead into a tenant of that name.
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
  "doctor",
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
  "password-reset",
  "password-resets",
  "public",
  "ready",
  "reports",
  "session",
  "settings",
  "share",
  "static",
  "support",
  "system",
  "user",
  "www",
]);

/** Derives an identifier from a name, such as `lodz-sons` from `Łódź & Sons`; may be empty. */
export function identifierOf(name: string): string {
  return fold(name)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxIdentifierLength)
    .replace(/^-+|-+$/g, "");
}
