import type { FileResponse } from "../../lib/contract/file";
import { BoundedMap } from "../../lib/server/bounded-map";
import { hasThumbnail, isConvertible } from "../../lib/validation/attachment-files";
import { UnusableImage } from "../files/image-limits";
import { UnconvertibleDocument } from "../files/office-converter";
import { attachmentFiles, bytesOf, type FileStore, fileKey, pdfFiles, thumbnailFiles } from "../files/store";
import { notFound } from "../http/errors";
import type { Context, RequestFacts } from "../http/route";
import type { VersionFile } from "./content";

const thumbnailSide = 256;
/** Bytes of pictures that are looked at at all. */
const largestPicture = 50 * 1024 * 1024;
/** Files whose pictures took too long, or too much memory, and since when: on a quieter machine they may not. */
const givenUp = new BoundedMap<string, number>(2_000);
const triedAgainAfter = 60 * 60 * 1000;

/**
 * A small picture of a file, made when it is first asked for.
 * @throws {RequestError} 404 for what has none
 */
export function thumbnailResponse(
  { tenant: { tenantId }, files, thumbnails, user }: Context,
  { fileId, fileName, extension, size }: VersionFile,
): FileResponse {
  if (!hasThumbnail(extension) || size > largestPicture) throw notFound();
  const key = fileKey(thumbnailFiles, { tenantId, fileId });
  const load = async () => {
    const whole: Uint8Array[] = [];
    for await (const part of bytesOf(files, fileKey(attachmentFiles, { tenantId, fileId }))) whole.push(part);
    return Buffer.concat(whole);
  };
  async function* content(): AsyncGenerator<Uint8Array> {
    const there = await files.read(key);
    if (there && there.size > 0) return yield* there.content;
    there?.content.destroy();
    if (there || Date.now() - (givenUp.get(key) ?? 0) < triedAgainAfter) throw notFound();
    const made = await thumbnails
      .square(load, { side: thumbnailSide, by: user.userId })
      .catch(async (error: unknown) => {
        if (!(error instanceof UnusableImage)) throw error;
        // Nothing in place of a picture says that there is none to be made.
        if (error.rule === "pictureEffort") givenUp.set(key, Date.now());
        else await keepThumbnail(files, key, new Uint8Array());
        throw notFound();
      });
    await keepThumbnail(files, key, made);
    yield made;
  }
  return { fileName: `${fileName}.webp`, mediaType: "image/webp", content: content(), isDetached: true };
}

/** Two who ask for it at once make the same; and one that cannot be kept is made again. */
async function keepThumbnail(files: FileStore, key: string, made: Uint8Array): Promise<void> {
  await files.write(key, made).catch(() => undefined);
}

/** Bytes of documents that are converted at all. */
const largestDocument = 100 * 1024 * 1024;

/**
 * An office document as a PDF, made when it is first asked for.
 * @throws {RequestError} 404 for what cannot be made into one, and where nothing makes them
 */
export function pdfResponse(
  { tenant: { tenantId }, files, converter }: Pick<RequestFacts, "tenant" | "files" | "converter">,
  { fileId, fileName, extension, size }: VersionFile,
): FileResponse {
  if (!converter || !isConvertible(extension) || size > largestDocument) throw notFound();
  const key = fileKey(pdfFiles, { tenantId, fileId });
  const keep = (pdf: Uint8Array | AsyncIterable<Uint8Array>) =>
    files.write(key, pdf).catch(async (error: unknown) => {
      // Who asked for it at the same time has stored the same.
      if ((await files.sizeOf(key)) === undefined) throw error;
    });
  const content = async function* () {
    if ((await files.sizeOf(key)) === undefined) {
      const document = bytesOf(files, fileKey(attachmentFiles, { tenantId, fileId }));
      await keep(converter.pdfOf({ extension, content: document })).catch(async (error: unknown) => {
        if (!(error instanceof UnconvertibleDocument)) throw error;
        // Nothing in place of a PDF says that there is none to be made.
        await keep(new Uint8Array());
      });
    }
    if ((await files.sizeOf(key)) === 0) throw notFound();
    yield* bytesOf(files, key);
  };
  return { fileName: `${fileName}.pdf`, mediaType: "application/pdf", content: content(), isDetached: true };
}
