import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ByteRange, FileResponse } from "../../lib/contract/file";
import { RequestError } from "./errors";

/**
 * Sends a file while it is made, and resolves once all of it is handed over; of a file whose size is known, a part where one is
 * asked for. Nothing is sent before the first bytes are there, so that what fails until then is answered as an error; a later
 * failure breaks the connection off, which tells the receiver that the file is not whole.
 * @throws what `content` and `begun` throw, and when the receiver has gone, which ends `content`; 416 for a part that there is not
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
  // Not before: what fails until here is answered otherwise.
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

/** Whether the caller says that it has what the tag stands for, by RFC 9110 section 13.1.2: one of several, or anything at all. */
const isHeld = (ifNoneMatch: string | undefined, entityTag: string) =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some((held) => strong(held.trim()) === strong(entityTag)));
const strong = (entityTag: string) => entityTag.replace(/^W\//, "");

const lengthOf = ({ start, end }: ByteRange) => end - start + 1;

/**
 * What is left of `parts` after the first. A body of a known length ends with its last byte: whoever has that may ask for something
 * else on the same connection, and must not be taken for one who asks before the answer is over.
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
 * The part of a file that a request asks for (RFC 9110, section 14). Several parts at once are answered with the whole, as is
 * what cannot be read, and a part of what the file was before.
 * @returns undefined for the whole, "none" for a part behind its end
 */
function rangeOf(
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

/** Content-Disposition with the name in full for those who read RFC 8187 and in ASCII for the others (RFC 6266, appendix D). */
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
