/** Builds an uncompressed archive of files, for readers that would unpack without limits. */
export function storedZip(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Blob {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let directorySize = 0;
  for (const [name, content] of files) {
    const encoded = new TextEncoder().encode(name);
    const sizes = [0, content.length, content.length];
    // Version 2.0, UTF-8 names, stored, 1 January 1980; readers do not verify the checksum.
    const common = [
      2,
      20,
      2,
      0x800,
      2,
      0,
      2,
      0,
      2,
      0x21,
      ...sizes.flatMap((size) => [4, size]),
      2,
      encoded.length,
    ];
    parts.push(record([4, 0x04034b50, ...common, 2, 0]), encoded, content);
    directory.push(
      record([4, 0x02014b50, 2, 20, ...common, 2, 0, 2, 0, 2, 0, 2, 0, 4, 0, 4, offset]),
      encoded,
    );
    offset += 30 + encoded.length + content.length;
    directorySize += 46 + encoded.length;
  }
  const counts = [2, 0, 2, 0, 2, files.size, 2, files.size];
  const end = record([4, 0x06054b50, ...counts, 4, directorySize, 4, offset, 2, 0]);
  return new Blob([...parts, ...directory, end]);
}

/** Encodes pairs of byte length and number, little-endian. */
function record(fields: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (let index = 0; index < fields.length; index += 2) {
    const [length = 0, value = 0] = fields.slice(index, index + 2);
    for (let byte = 0; byte < length; byte++) bytes.push((value >>> (8 * byte)) & 255);
  }
  return Uint8Array.from(bytes);
}
