import { createHash } from "node:crypto";
import { apiKeyHash, isApiKey } from "../api-keys/api-key";
import type { Person } from "../oidc/person";

const basic = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;
const bearer = /^bearer +([\w.~+/-]+=*) *$/i;

/** User name and password or secret, from a Basic authorization header (RFC 7617). */
export interface Credentials {
  userName: string;
  secret: string;
}

/** What a Basic authorization header (RFC 7617, UTF-8) names; undefined when it is missing or unreadable. */
export function credentialsOf(header: string | undefined): Credentials | undefined {
  const encoded = basic.exec(header ?? "")?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1 || text.includes("\u0000")) return undefined;
  return { userName: text.slice(0, colon).normalize("NFC"), secret: text.slice(colon + 1) };
}

/**
 * What a request shows of who sends it, to be looked up in the database: the hash that is stored of a sign-in's secret or
 * of an API key, or the person whom an identity provider's token was made for.
 */
export type Proof = { means: "secret" | "apiKey"; hash: string } | { means: "token"; person: Person };

/** The token of a Bearer authorization header (RFC 6750); undefined when it is missing or unreadable. */
export function bearerOf(header: string | undefined): string | undefined {
  return bearer.exec(header ?? "")?.[1];
}

export function proofOfApiKey(token: string): Proof | undefined {
  return isApiKey(token) ? { means: "apiKey", hash: apiKeyHash(token) } : undefined;
}

export function proofOfSecret(header: string | undefined): Proof | undefined {
  const credentials = credentialsOf(header);
  return credentials && { means: "secret", hash: secretHash(credentials) };
}

/**
 * What is stored of a sign-in secret. The name it was given to is part of it, so that a token with another name is
 * worth nothing, while a renamed user stays signed in.
 */
export function secretHash({ userName, secret }: Credentials): string {
  return createHash("sha256").update(`${userName.toLowerCase()}:${secret}`).digest("hex");
}

/** What tells a session from others of the same user; undefined for API keys, and for tokens that do not name their sign-in. */
export function sessionKeyOf(proof: Proof | undefined): string | undefined {
  if (proof?.means === "secret") return proof.hash;
  if (proof?.means !== "token" || proof.person.session === undefined) return undefined;
  const { issuer, subject, identityProvider, session } = proof.person;
  return createHash("sha256")
    .update(JSON.stringify([issuer, subject, identityProvider, session]))
    .digest("hex");
}
