import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyReply } from "fastify";
import type { FileResponse } from "../../lib/contract/file";

/**
 * Sends a file while it is made, and resolves once all of it is handed over. Nothing is sent before the first bytes
 * are there, so that what fails until then is answered as an error; a later failure breaks the connection off, which
 * tells the receiver that the file is not whole.
 * @throws what `content` throws, and when the receiver has gone, which ends `content`
 */
export async function sendFile(
  reply: FastifyReply,
  { fileName, mediaType, content }: FileResponse,
): Promise<void> {
  const parts = content[Symbol.asyncIterator]();
  const first = await parts.next();
  const body = Readable.from(startingWith(first, parts), { objectMode: false });
  reply.header("content-disposition", attachment(fileName)).type(mediaType).send(body);
  await finished(body);
}

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
