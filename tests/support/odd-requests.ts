import fc from "fast-check";

/** Head of a request by lines without framing, and its body. */
export interface Carrier {
  method: string;
  target: string;
  headers: string[];
  body: string;
}

/** Valid and invalid ways to declare the length of a body. */
export const framings: Record<string, (body: string, chunks: number[]) => string> = {
  length: (body) => `Content-Length: ${body.length}\r\n\r\n${body}`,
  chunked: (body, chunks) => `Transfer-Encoding: chunked\r\n\r\n${chunked(body, chunks)}`,
  "chunked in capitals": (body, chunks) => `tRANSFER-eNCODING: CHUNKED\r\n\r\n${chunked(body, chunks)}`,
  "chunked with extensions": (body, chunks) =>
    `Transfer-Encoding: chunked\r\n\r\n${chunked(body, chunks, ';a="b c";d')}`,
  "chunked with a trailer": (body, chunks) =>
    `Transfer-Encoding: chunked\r\nTrailer: X-Late\r\n\r\n${chunked(body, chunks, "", "X-Late: 1\r\n")}`,
  "chunked without an end": (body) =>
    `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`,
  "chunked after 0": (body) => `Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${body}`,
  "length 0": (body) => `Content-Length: 0\r\n\r\n${body}`,
  "length too short": (body) => `Content-Length: ${body.length >> 1}\r\n\r\n${body}`,
  "length too long": (body) => `Content-Length: ${body.length + 50}\r\n\r\n${body}`,
  none: (body) => `\r\n${body}`,
  both: (body, chunks) =>
    `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(body, chunks)}`,
  "both the other way round": (body, chunks) =>
    `Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n${chunked(body, chunks)}`,
  "two lengths": (body) => `Content-Length: 0\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  "the length twice": (body) =>
    `Content-Length: ${body.length}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  "signed length": (body) => `Content-Length: +${body.length}\r\n\r\n${body}`,
  "another coding": (body, chunks) => `Transfer-Encoding: gzip, chunked\r\n\r\n${chunked(body, chunks)}`,
  identity: (body) => `Transfer-Encoding: identity\r\n\r\n${body}`,
  "two codings": (body, chunks) =>
    `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n${chunked(body, chunks)}`,
  "coding on a folded line": (body, chunks) =>
    `Transfer-Encoding:\r\n chunked\r\n\r\n${chunked(body, chunks)}`,
  "space before the colon": (body, chunks) => `Transfer-Encoding : chunked\r\n\r\n${chunked(body, chunks)}`,
  "coding named as hop by hop": (body, chunks) =>
    `Connection: keep-alive, transfer-encoding\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(body, chunks)}`,
  "length named as hop by hop": (body) =>
    `Connection: content-length\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  "expecting to be told to go on": (body) =>
    `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  "with another protocol wished for": (body, chunks) =>
    `Connection: Upgrade\r\nUpgrade: h2c\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(body, chunks)}`,
};

/** Encodes a body in chunks of these sizes, with the rest in a last one. */
function chunked(body: string, sizes: number[], extension = "", trailer = ""): string {
  let rest = body;
  let text = "";
  for (const size of [...sizes, body.length]) {
    const part = rest.slice(0, size);
    rest = rest.slice(size);
    if (part) text += `${part.length.toString(16)}${extension}\r\n${part}\r\n`;
  }
  return `${text}0${extension}\r\n${trailer}\r\n`;
}

/** Framing and chunks of a request body, and the segments of its bytes. */
export interface Framing {
  framing: string;
  chunks: number[];
  version: string;
  cuts: number[];
}

export const anyFraming: fc.Arbitrary<Framing> = fc.record({
  framing: fc.constantFrom(...Object.keys(framings)),
  chunks: fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 4 }),
  version: fc.constantFrom("1.1", "1.1", "1.1", "1.0"),
  cuts: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 2 }),
});

/** Returns the bytes of a request. */
export function bytesOf(
  { method, target, headers, body }: Carrier,
  { framing, chunks, version }: Framing,
): string {
  const lines = [`${method} ${target} HTTP/${version}`, "Host: hub.example", ...headers];
  return `${lines.join("\r\n")}\r\n${framings[framing]?.(body, chunks)}`;
}

/** Splits bytes into the segments to send. */
export function segmentsOf(bytes: string, { cuts }: Pick<Framing, "cuts">): string[] {
  const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  return places
    .slice(1)
    .map((end, index) => bytes.slice(places[index], end))
    .filter(Boolean);
}
