import { createHash } from "node:crypto";
import { apiKeyHash, isApiKey } from "../api-keys/api-key";
import type { Credentials } from "./route";

const basic = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;
const bearer = /^bearer +([\w.~+/-]+=*) *$/i;

/** What a Basic authorization header (RFC 7617, UTF-8) names; undefined when it is missing or unreadable. */
export function credentialsOf(header: string | undefined): Credentials | undefined {
  const encoded = basic.exec(header ?? "")?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1 || text.includes("\u0000")) return undefined;
  return { userName: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** By what means a caller says who they are: the secret of a sign-in, or an API key. */
export type Means = "secret" | "apiKey";

/** What a request shows of who sends it, as far as it can be looked up. */
export interface Proof {
  means: Means;
  /** What is stored of the secret or key. */
  hash: string;
}

/** What an Authorization header proves, once it is found in the database; undefined when it is missing or unreadable. */
export function proofOf(header: string | undefined): Proof | undefined {
  const [, token] = bearer.exec(header ?? "") ?? [];
  if (token) return isApiKey(token) ? { means: "apiKey", hash: apiKeyHash(token) } : undefined;
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
