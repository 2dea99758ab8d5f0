/** Reads the body of a request as text; undefined if it exceeds `max` bytes, or the sender disconnects. */
export async function readBody(request: Request, max: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body ?? []) {
      size += part.length;
      if (size > max) return undefined;
      parts.push(part);
    }
  } catch {
    // The client has disconnected.
    return undefined;
  }
  return Buffer.concat(parts).toString("utf8");
}
