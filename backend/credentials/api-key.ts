import { randomBytes } from "node:crypto";
import { sha256Hex } from "../core/sha256";

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
  return sha256Hex(key);
}

export function apiKeyEnding(key: string): string {
  return key.slice(-endingLength);
}
