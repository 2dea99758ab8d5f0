import { hkdfSync } from "node:crypto";

/**
 * The key under which this user's browser keeps what its tabs were about after signing out: only the same user, signed in
 * again, is given it. Base64url of 32 bytes; see docs/decisions/0055.
 */
export function contentKey(secret: string, prefix: string, userId: string): string {
  return Buffer.from(hkdfSync("sha256", secret, `${prefix} ${userId}`, "Hub words of tabs", 32)).toString(
    "base64url",
  );
}
