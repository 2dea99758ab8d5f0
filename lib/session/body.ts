/** The body of a request as text; undefined when it is longer than `atMost` bytes. */
export async function textOf(request: Request, atMost: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > atMost) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
