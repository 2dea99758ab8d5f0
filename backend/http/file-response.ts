import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FileResponse } from "../../lib/contract/file";
import { RequestError } from "./errors";
import { type ByteRange, rangeOf } from "./range";

/**
 * Sends a file while it is made, and resolves once all of it is handed over; of a file whose size is known, a part where one is
 * asked for. Nothing is sent before the first bytes are there, so that what fails until then is answered as an error; a later
 * failure breaks the connection off, which tells the receiver that the file is not whole.
 * @throws what `content` throws, and when the receiver has gone, which ends `content`; 416 for a part that there is not
 */
export async function sendFile(
  { headers }: Pick<FastifyRequest, "headers">,
  reply: FastifyReply,
  { fileName, mediaType, content, stored }: FileResponse,
): Promise<void> {
  let made = content;
  if (stored) {
    const { size, entityTag } = stored;
    reply.header("accept-ranges", "bytes").header("etag", entityTag);
    if (headers["if-none-match"] === entityTag) return void reply.code(304).send();
    const range = rangeOf(headers.range, headers["if-range"], stored);
    if (range === "none")
      throw new RequestError("badRange", { status: 416, headers: { "content-range": `bytes */${size}` } });
    if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
    reply.header("content-length", range ? lengthOf(range) : size);
    if (range) made = stored.part(range);
  }
  const parts = made[Symbol.asyncIterator]();
  const first = await parts.next();
  const body = Readable.from(startingWith(first, parts), { objectMode: false });
  reply.header("content-disposition", attachment(fileName)).type(mediaType).send(body);
  await finished(body);
}

const lengthOf = ({ start, end }: ByteRange) => end - start + 1;

async function* startingWith(first: IteratorResult<Uint8Array>, rest: AsyncIterator<Uint8Array>) {
  try {
    for (let part = first; !part.done; part = await rest.next()) yield part.value;
  } finally {
    await rest.return?.();
  }
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
