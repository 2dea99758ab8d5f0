import type { IncomingMessage } from "node:http";

/** Bytes of a request's body that are kept for a second attempt; the API takes no larger documents. */
const largestKept = 1024 * 1024;

/** RFC 9112 section 6.3: a request has a body when it says how long it is, or that it comes in chunks. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Whether a request can be made twice: it has no body, or one that is small enough to be kept. */
export function isRepeatable(request: IncomingMessage): boolean {
  return (
    !hasBody(request) || Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY) <= largestKept
  );
}

/** Reads the body of a request that is repeatable; undefined when there is none. */
export async function keptBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (!hasBody(request)) return undefined;
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
