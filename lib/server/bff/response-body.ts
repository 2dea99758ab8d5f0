import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { UpstreamError, type UpstreamResponse, upstreamErrorOf } from "./upstream";

/** Milliseconds after the request within which an answer in one piece is there, so that nobody waits 30 s. */
export const wholeResponse = 27_000;

const maxBufferedBytes = 256 * 1024;

/**
 * Hands an answer on. JSON is read to its end before the first byte goes out, as long as it is small, so that an
 * answer which breaks off or trickles becomes an error status and not half a document; everything else is streamed,
 * and breaks the browser's connection off where it breaks off itself.
 * @param writeHead sends status and headers
 * @throws {UpstreamError} before `writeHead` was called
 */
export async function handOn(
  { headers, body, sentAt }: UpstreamResponse,
  response: ServerResponse,
  writeHead: () => void,
): Promise<void> {
  const parts: Buffer[] = [];
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(headers["content-type"] ?? "")) {
    const whole = await collect(body, parts, sentAt + wholeResponse - performance.now());
    if (whole) {
      writeHead();
      response.end(Buffer.concat(parts));
      return;
    }
  }
  writeHead();
  // A failure from here on has destroyed the response: the status is out, so there is nothing left to say.
  await pipeline(Readable.from(following(parts, body), { objectMode: false }), response).catch(
    () => undefined,
  );
}

/** @returns whether `parts` hold all of it; else reading can go on where it stopped */
async function collect(response: Readable, parts: Buffer[], milliseconds: number): Promise<boolean> {
  let size = 0;
  const late = setTimeout(() => response.destroy(new UpstreamError("timeout")), milliseconds);
  try {
    for await (const part of response.iterator({ destroyOnReturn: false })) {
      parts.push(part as Buffer);
      size += (part as Buffer).length;
      if (size > maxBufferedBytes) return false;
    }
    return true;
  } catch (error) {
    throw upstreamErrorOf(error);
  } finally {
    clearTimeout(late);
  }
}

async function* following(before: Buffer[], response: Readable): AsyncGenerator<Buffer> {
  yield* before;
  yield* response as AsyncIterable<Buffer>;
}
