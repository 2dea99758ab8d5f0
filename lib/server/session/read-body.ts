/** Reads the body of a request as text; undefined if it exceeds `max` bytes, or the sender disconnects. */
export async function readBody(request: Request, max: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > max) return undefined;
      chunks.push(chunk);
    }
  } catch {
    // The client has disconnected.
    return undefined;
  }
  return Buffer.concat(chunks).toString("utf8");
}
