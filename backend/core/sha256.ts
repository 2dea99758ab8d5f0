import { createHash } from "node:crypto";

/** Hashes a random secret for storage; a fast hash suffices, since random secrets cannot be guessed. */
export function sha256Hex(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
