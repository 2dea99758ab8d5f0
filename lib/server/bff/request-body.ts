import type { IncomingMessage } from "node:http";
import { hasBody } from "../http/framing";
import type { UpstreamBody } from "../http/upstream";

/** Maximum bytes of a body buffered for a second attempt; the API accepts no larger documents. */
const maxRepeatableBytes = 1024 * 1024;

/** Whether a request can be repeated: it has no body, or one small enough to buffer. */
export function isRepeatable(request: IncomingMessage): boolean {
  return !hasBody(request) || (lengthOf(request) ?? Number.POSITIVE_INFINITY) <= maxRepeatableBytes;
}

/** Buffers the body of a repeatable request; undefined without one. */
export async function bufferBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (!hasBody(request)) return undefined;
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The body of a request as a stream; undefined without one. */
export function streamedBody(request: IncomingMessage): UpstreamBody | undefined {
  return hasBody(request) ? { stream: request, length: lengthOf(request) } : undefined;
}

function lengthOf({ headers }: IncomingMessage): number | undefined {
  const length = headers["content-length"];
  return length === undefined ? undefined : Number(length);
}
