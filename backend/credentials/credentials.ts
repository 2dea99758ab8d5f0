import { sha256Hex } from "../core/sha256";
import type { Person } from "../oidc/person";
import { apiKeyHash, isApiKey } from "./api-key";

const basic = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;
const bearer = /^bearer +([\w.~+/-]+=*) *$/i;

/** User name and password or secret, from a Basic authorization header (RFC 7617). */
export interface Credentials {
  userName: string;
  secret: string;
}

/** The credentials of a Basic authorization header (RFC 7617, UTF-8); undefined when it is missing or unreadable. */
export function credentialsOf(header: string | undefined): Credentials | undefined {
  const encoded = basic.exec(header ?? "")?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1 || text.includes("\u0000")) return undefined;
  return { userName: text.slice(0, colon).normalize("NFC"), secret: text.slice(colon + 1) };
}

/**
 * The proof of identity in a request, to be looked up in the database: the stored hash of a sign-in secret or an API
 * key, or the subject of an identity provider's token.
 */
export type Proof =
  | { means: "secret" | "apiKey"; hash: string }
  /** `webSession`: value of the `webSessionHeader`. */
  | { means: "token"; person: Person; webSession?: string };

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
 * The stored hash of a sign-in secret. It covers the user name, so that the secret is useless with another name, while
 * a renamed user stays signed in.
 */
export function secretHash({ userName, secret }: Credentials): string {
  return sha256Hex(`${userName.toLowerCase()}:${secret}`);
}

/**
 * Distinguishes a session from others of the same user; undefined for API keys, and for tokens without the name of a
 * sign-in or a web process's session.
 */
export function sessionKeyOf(proof: Proof | undefined): string | undefined {
  if (proof?.means === "secret") return proof.hash;
  if (proof?.means !== "token") return undefined;
  const { issuer, subject, identityProvider } = proof.person;
  const session = proof.webSession === undefined ? proof.person.session : ["web", proof.webSession];
  if (session === undefined) return undefined;
  return sha256Hex(JSON.stringify([issuer, subject, identityProvider, session]));
}
