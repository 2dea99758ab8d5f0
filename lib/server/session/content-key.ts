import { hkdfSync } from "node:crypto";

/**
 * Derives the key that encrypts the contents of a user's tabs in the browser after sign-out; only the same user gets it
 * again at sign-in. Base64url of 32 bytes; see docs/decisions/0055.
 */
export function contentKey(secret: string, prefix: string, userId: string): string {
  return Buffer.from(hkdfSync("sha256", secret, `${prefix} ${userId}`, "Hub words of tabs", 32)).toString(
    "base64url",
  );
}
