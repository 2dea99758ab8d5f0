import { createHash, randomBytes } from "node:crypto";

/** Distinguishes keys from other tokens, also for programs that scan for leaked secrets. */
const prefix = "hub_";
const form = /^hub_[\w-]{43}$/;

/** Number of a key's last characters stored in plain text; those before them have more than 230 random bits. */
const endingLength = 4;

/** A new API key of 256 random bits. */
export function newApiKey(): string {
  return prefix + randomBytes(32).toString("base64url");
}

export function isApiKey(token: string): boolean {
  return form.test(token);
}

/**
 * The stored form of a key. A fast hash suffices: 256 random bits cannot be guessed, and the lookup's timing reveals no
 * more than a comparison.
 */
export function apiKeyHash(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export function apiKeyEnding(key: string): string {
  return key.slice(-endingLength);
}
