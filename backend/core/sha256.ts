import { createHash } from "node:crypto";

/** The stored form of a random secret: a fast hash suffices where nobody can guess. */
export function sha256Hex(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
