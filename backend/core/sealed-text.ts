import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { secretsOf } from "../../lib/server/config/secret-list";

const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts a text for the database (AES-256-GCM).
 * @param owner the record that it belongs to: it cannot be opened for another one
 */
export function sealText(text: string, secret: string, owner: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secretsOf(secret)[0]), nonce);
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
}

/** The text behind {@link sealText}; undefined if it was altered, belongs to another owner, or the secret is lost. */
export function openText(sealed: string, secret: string, owner: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  for (const each of secretsOf(secret))
    try {
      const decipher = createDecipheriv("aes-256-gcm", keyOf(each), bytes.subarray(0, nonceLength));
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(-tagLength));
      const text = decipher.update(bytes.subarray(nonceLength, -tagLength));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      // Altered, or sealed with another secret.
    }
  return undefined;
}

const keyOf = (secret: string) =>
  new Uint8Array(hkdfSync("sha256", secret, "", "Hub secrets in the database", 32));
