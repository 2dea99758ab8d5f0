import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** Separators of fields and of token parts; neither JSON nor tokens contain these characters. */
const separator = "\u0000";
const partSeparator = "\u0001";

const maxUnpackedBytes = 512 * 1024;

/**
 * Packs texts into few bytes, for cookies: the readable part of a signed token is base64 of JSON, which compresses to about
 * half once decoded, and better when two tokens are alike.
 */
export function pack(fields: readonly string[]): Buffer {
  const text = fields.map(decodeField).join(separator);
  return brotliCompressSync(Buffer.from(text, "utf8"), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}

/** @throws if the bytes are not from {@link pack} */
export function unpack(bytes: Uint8Array): string[] {
  const text = brotliDecompressSync(bytes, { maxOutputLength: maxUnpackedBytes }).toString("utf8");
  return text.split(separator).map(encodeField);
}

function decodeField(field: string): string {
  const [header = "", payload = "", signature = "", ...more] = field.split(".");
  if (!signature || more.length > 0) return field;
  const parts = [header, payload].map((encoded) => Buffer.from(encoded, "base64url").toString("utf8"));
  const text = [...parts, signature].join(partSeparator);
  // Decodes only what encodes back to the same text: signatures cover each character.
  return !text.includes(separator) && encodeField(partSeparator + text) === field
    ? partSeparator + text
    : field;
}

function encodeField(field: string): string {
  if (!field.startsWith(partSeparator)) return field;
  const [header = "", payload = "", signature = ""] = field.slice(partSeparator.length).split(partSeparator);
  const encoded = [header, payload].map((text) => Buffer.from(text, "utf8").toString("base64url"));
  return [...encoded, signature].join(".");
}
