import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { UpstreamError, type UpstreamResponse, upstreamErrorOf } from "./upstream";

/** Milliseconds after the request for a complete buffered response, so that no client waits 30 s. */
export const bufferedResponseTimeout = 27_000;

const maxBufferedBytes = 256 * 1024;

/**
 * Forwards a response. A small JSON document is buffered before the first byte is sent, so that an aborted or trickling
 * response becomes an error status rather than half a document; everything else is streamed, and aborts the browser's
 * connection if it is aborted.
 * @param writeHead sends status and headers
 * @throws {UpstreamError} before `writeHead` was called
 */
export async function forwardResponse(
  { headers, body, sentAt }: UpstreamResponse,
  response: ServerResponse,
  writeHead: () => void,
): Promise<void> {
  const parts: Buffer[] = [];
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(headers["content-type"] ?? "")) {
    const isComplete = await collect(body, parts, sentAt + bufferedResponseTimeout - performance.now());
    if (isComplete) {
      writeHead();
      response.end(Buffer.concat(parts));
      return;
    }
  }
  writeHead();
  // A later failure has destroyed the response: the status was sent, so it cannot be reported.
  await pipeline(Readable.from(following(parts, body), { objectMode: false }), response).catch(
    () => undefined,
  );
}

/** @returns whether `parts` contain the whole body; otherwise reading can continue */
async function collect(response: Readable, parts: Buffer[], milliseconds: number): Promise<boolean> {
  let size = 0;
  const timer = setTimeout(() => response.destroy(new UpstreamError("timeout")), milliseconds);
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
    clearTimeout(timer);
  }
}

async function* following(before: Buffer[], response: Readable): AsyncGenerator<Buffer> {
  yield* before;
  yield* response as AsyncIterable<Buffer>;
}
