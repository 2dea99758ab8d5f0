import { createHash } from "node:crypto";
import type { JWTPayload } from "jose";

/** The groups that a token names. */
export interface Groups {
  names: readonly string[];
  hash: string;
  /** When the token was issued, ISO 8601. */
  issuedOn: string;
  /** The token lacks the claim: some providers omit an empty one, and other clients may not have it at all. */
  isMissing?: true;
}

/** Limits of a claim; Entra ID sends at most 200 groups, or else a reference. */
const maxGroups = 1_000;
const maxGroupLength = 255;

/** Claims that refer to groups not in the token (OpenID Connect Core 1.0, section 5.6.2, and Entra ID's `hasgroups`). */
const references = ["_claim_names", "_claim_sources", "hasgroups"];

/**
 * Reads the groups of a token; a missing claim names none.
 * @param path the name of the claim, or names separated by dots
 * @returns `tooMany` beyond the limit or for a reference, and `unusable` if the claim is no list, or has entries but none of them
 * is a name, such as a list of objects: that is a mistake in the settings, and must not revoke every role
 */
export function groupsOf(payload: JWTPayload, path: string): Groups | "tooMany" | "unusable" {
  const value = claimAt(payload, path) ?? undefined;
  const isMissing = value === undefined;
  if (isMissing && references.some((name) => Object.hasOwn(payload, name))) return "tooMany";
  const list = typeof value === "string" ? [value].filter((name) => name.trim() !== "") : (value ?? []);
  if (!Array.isArray(list)) return "unusable";
  if (list.length > maxGroups) return "tooMany";
  const names = [...new Set(list.filter(isGroup).map((name) => name.trim()))].sort();
  if (list.length > 0 && names.length === 0) return "unusable";
  const hash = createHash("sha256").update(JSON.stringify(names)).digest("base64url");
  const issuedOn = new Date((payload.iat ?? 0) * 1000).toISOString();
  return { names, hash, issuedOn, ...(isMissing && { isMissing }) };
}

/** Keycloak nests `realm_access.roles`; Auth0 requires URLs as names, which contain dots. */
function claimAt(payload: JWTPayload, path: string): unknown {
  if (Object.hasOwn(payload, path)) return payload[path];
  return path
    .split(".")
    .reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      payload,
    );
}

const isGroup = (name: unknown): name is string =>
  typeof name === "string" &&
  name.trim() !== "" &&
  name.length <= maxGroupLength &&
  !/[\p{Cc}\p{Surrogate}]/u.test(name);
