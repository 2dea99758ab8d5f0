import { createHash, randomBytes } from "node:crypto";

/** Tells keys from other tokens, also for programs that look for leaked secrets in files. */
const prefix = "hub_";
const form = /^hub_[\w-]{43}$/;

/** How many of a key's last characters are kept in the open; those before them have more than 230 random bits. */
const endingLength = 4;

/** A new API key of 256 random bits. */
export function newApiKey(): string {
  return prefix + randomBytes(32).toString("base64url");
}

export function isApiKey(token: string): boolean {
  return form.test(token);
}

/**
 * What is stored of a key. A fast hash will do: there is nothing to guess among 256 random bits, and looking a hash up
 * tells no more about a key by its time than comparing would.
 */
export function apiKeyHash(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export function apiKeyEnding(key: string): string {
  return key.slice(-endingLength);
}
