import { canSeal } from "./can-seal";

const name = "AES-GCM";
const ivLength = 12;

/**
 * Encrypts a text under a key, as base64.
 * @param key base64url of 32 bytes; after a comma, earlier ones that only decrypt
 * @returns undefined if encryption is unavailable
 */
export async function seal(text: string, key: string | undefined): Promise<string | undefined> {
  if (!canSeal(key)) return undefined;
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const clear = new TextEncoder().encode(text);
  const [current = ""] = key.split(",");
  const sealed = await crypto.subtle.encrypt({ name, iv }, await imported(current), clear);
  return base64Of(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

/** Undefined if damaged or sealed under another key. */
export async function unseal(sealed: string, key: string | undefined): Promise<string | undefined> {
  if (!canSeal(key)) return undefined;
  for (const each of key.split(","))
    try {
      const bytes = bytesOf(sealed);
      const iv = bytes.slice(0, ivLength);
      const clear = await crypto.subtle.decrypt({ name, iv }, await imported(each), bytes.slice(ivLength));
      return new TextDecoder().decode(clear);
    } catch {
      // Damaged, or sealed under another key.
    }
  return undefined;
}

function imported(key: string): Promise<CryptoKey> {
  const bytes = bytesOf(key.replaceAll("-", "+").replaceAll("_", "/"));
  return crypto.subtle.importKey("raw", bytes, name, false, ["encrypt", "decrypt"]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
