/** The body of a request as text; undefined when it is longer than `max` bytes, or its sender leaves before its end. */
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
    // Of a body nothing fails but its coming, and there is nobody left to tell.
    return undefined;
  }
  return Buffer.concat(parts).toString("utf8");
}
