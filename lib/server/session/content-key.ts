import { hkdfSync } from "node:crypto";
import { secretsOf } from "../config/secret-list";

/**
 * Derives the key that encrypts the contents of a user's tabs in the browser after sign-out; only the same user gets it
 * again at sign-in. Base64url of 32 bytes; those of earlier secrets follow after commas, and only decrypt. See
 * docs/decisions/0055.
 */
export function contentKey(secret: string, prefix: string, userId: string): string {
  return secretsOf(secret)
    .map((each) => hkdfSync("sha256", each, `${prefix} ${userId}`, "Hub words of tabs", 32))
    .map((key) => Buffer.from(key).toString("base64url"))
    .join(",");
}
