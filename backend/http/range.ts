import type { ByteRange } from "../../lib/contract/file";

/**
 * The part of a file that a request asks for (RFC 9110, section 14). Several parts at once are answered with the whole, as is
 * what cannot be read, and a part of what the file was before.
 * @returns undefined for the whole, "none" for a part behind its end
 */
export function rangeOf(
  header: string | undefined,
  ifRange: string | string[] | undefined,
  { size, entityTag }: { size: number; entityTag: string },
): ByteRange | "none" | undefined {
  if (ifRange !== undefined && ifRange !== entityTag) return undefined;
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  // The last so many bytes.
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < start) return undefined;
  return start >= size || start > end ? "none" : { start, end };
}
