import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { constants } from "node:zlib";
import { ZipFile } from "yazl";

/** A file of an archive: its name, with `/` between folders, and its content. */
export type ZipEntry = readonly [name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>];

/**
 * Packs files sequentially at the consumer's pace; compresses on another thread. Writes sizes beyond 4 GiB as Zip64.
 * Ending the generator early ends `entries` and the current file's content.
 * @throws the errors of these
 */
export async function* zipped(
  entries: AsyncIterable<ZipEntry>,
  compressionLevel: number = constants.Z_BEST_SPEED,
): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const options = { mtime: new Date(), compressionLevel };
  let content: Readable | undefined;
  const pack = async () => {
    for await (const [name, parts] of entries) {
      content = Readable.from(parts, { objectMode: false });
      archive.addReadStream(content, name, options);
      await finished(content);
    }
    archive.end();
  };
  const packed = pack().catch((error) => void output.destroy(error as Error));
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    content?.destroy();
    await packed;
  }
}
