import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ByteRange, FileResponse } from "../../lib/contract/file";
import { RequestError } from "../core/errors";

/**
 * Streams a file while it is produced, and resolves once all of it is handed over; serves a requested range if the size
 * is known. Sends nothing before the first bytes exist, so that earlier failures become error responses; a later
 * failure breaks the connection off, so that the receiver knows the file is incomplete.
 * @throws the errors of `content` and `begun`, and when the receiver has disconnected, which ends `content`; 416 for a
 * range outside the file
 */
export async function sendFile(
  { headers }: Pick<FastifyRequest, "headers">,
  reply: FastifyReply,
  { fileName, mediaType, content, begun, stored }: FileResponse,
): Promise<void> {
  const range = stored?.part && rangeOf(headers.range, headers["if-range"], stored);
  if (stored && isHeld(headers["if-none-match"], stored.entityTag))
    return void reply.header("etag", stored.entityTag).code(304).send();
  if (stored && range === "none")
    throw new RequestError("badRange", {
      status: 416,
      headers: { "content-range": `bytes */${stored.size}`, "accept-ranges": "bytes" },
    });
  const part = range && range !== "none" ? range : undefined;
  const parts = (part && stored?.part ? stored.part(part) : content)[Symbol.asyncIterator]();
  const first = await parts.next();
  await begun?.(part !== undefined && part.start > 0).catch(async (error: unknown) => {
    await parts.return?.();
    throw error;
  });
  const length = part ? lengthOf(part) : stored?.size;
  // Only now, because earlier failures get a different response.
  if (stored)
    reply
      .header("accept-ranges", stored.part ? "bytes" : "none")
      .header("etag", stored.entityTag)
      .header("content-length", length);
  if (part) reply.code(206).header("content-range", `bytes ${part.start}-${part.end}/${stored?.size}`);
  const body = bodyOf(first, parts, length);
  reply.header("content-disposition", attachment(fileName)).type(mediaType).send(body);
  await finished(body);
}

/**
 * Whether the caller already has the tagged version (If-None-Match, RFC 9110 section 13.1.2): one of several tags, or
 * any.
 */
const isHeld = (ifNoneMatch: string | undefined, entityTag: string) =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some((held) => strong(held.trim()) === strong(entityTag)));
const strong = (entityTag: string) => entityTag.replace(/^W\//, "");

const lengthOf = ({ start, end }: ByteRange) => end - start + 1;

/**
 * The rest of `parts` after the first. A body of known length ends with its last byte: a client that has it may send
 * the next request on the same connection, and must not be taken for one that sends it before the response is complete.
 */
function bodyOf(first: IteratorResult<Uint8Array>, parts: AsyncIterator<Uint8Array>, length?: number) {
  let left = length ?? Number.POSITIVE_INFINITY;
  let given: IteratorResult<Uint8Array> | undefined = first;
  const give = async () => {
    const { done, value } = given ?? (await parts.next());
    given = undefined;
    if (!done) left -= value.length;
    if (left < 0 || (done && left > 0 && left < Number.POSITIVE_INFINITY))
      throw new Error("A file is not as long as it was said to be");
    if (!done) body.push(value);
    if (done || left === 0) body.push(null);
  };
  const body = new Readable({
    read: () => {
      give().catch((error) => body.destroy(error));
    },
    destroy: (error, callback) => {
      Promise.resolve(parts.return?.()).then(
        () => callback(error),
        () => callback(error),
      );
    },
  });
  return body;
}

/**
 * The requested range of a file (RFC 9110, section 14). Several ranges, unreadable ranges, and ranges of an earlier
 * version get the whole file.
 * @returns undefined for the whole, "none" for a range beyond its end
 */
function rangeOf(
  header: string | undefined,
  ifRange: string | string[] | undefined,
  { size, entityTag }: { size: number; entityTag: string },
): ByteRange | "none" | undefined {
  if (ifRange !== undefined && ifRange !== entityTag) return undefined;
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  // Suffix range: the last n bytes.
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < start) return undefined;
  return start >= size || start > end ? "none" : { start, end };
}

/** Content-Disposition with the full name as in RFC 8187, and in ASCII for older clients (RFC 6266, appendix D). */
export function attachment(fileName: string): string {
  const plain = fileName
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%/]/g, "_");
  const full = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
