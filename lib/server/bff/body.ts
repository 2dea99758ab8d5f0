import type { IncomingMessage } from "node:http";
import { hasBody } from "../http/framing";
import type { UpstreamBody } from "./upstream";

/** Bytes of a request's body that are kept for a second attempt; the API takes no larger documents. */
const largestKept = 1024 * 1024;

/** Whether a request can be made twice: it has no body, or one that is small enough to be kept. */
export function isRepeatable(request: IncomingMessage): boolean {
  return !hasBody(request) || (lengthOf(request) ?? Number.POSITIVE_INFINITY) <= largestKept;
}

/** Reads the body of a request that is repeatable; undefined when there is none. */
export async function keptBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (!hasBody(request)) return undefined;
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The body of a request as it comes; undefined when there is none. */
export function streamedBody(request: IncomingMessage): UpstreamBody | undefined {
  return hasBody(request) ? { stream: request, length: lengthOf(request) } : undefined;
}

function lengthOf({ headers }: IncomingMessage): number | undefined {
  const length = headers["content-length"];
  return length === undefined ? undefined : Number(length);
}
