import type { ByteRange, FileResponse } from "../../lib/contract/file";
import { BoundedMap } from "../../lib/server/core/bounded-map";
import {
  attachmentKindOf,
  hasThumbnail,
  isConvertible,
  pictureSourceOf,
} from "../../lib/validation/attachment-files";
import { conflict, notFound } from "../core/errors";
import type { Context, RequestFacts } from "../endpoint/route";
import { UnusableImage } from "../files/image-limits";
import { UnconvertibleDocument } from "../files/office-converter";
import { isProtectedDocument } from "../files/protected-document";
import {
  attachmentFiles,
  bytesOf,
  type FilePlace,
  type FileStore,
  fileKey,
  pdfFiles,
  previewFiles,
  thumbnailFiles,
} from "../files/store";
import { askerIn } from "../queues/fair-queue";
import type { VersionFile } from "./content";

/** Storage location and form of pictures: cropped to a square, or fitted into one. */
interface PictureForm {
  place: FilePlace;
  side: number;
  isWhole?: true;
}
const thumbnail: PictureForm = { place: thumbnailFiles, side: 256 };
/** Twice the width of a share's page. */
const preview: PictureForm = { place: previewFiles, side: 640, isWhole: true };

/** Limit of bytes read as a whole for a picture. */
const maxReadBytes = 50 * 1024 * 1024;
/**
 * Files with pictures that took too long or too much memory, and since when: retried later, when the machine may be less
 * busy.
 */
const abandoned = new BoundedMap<string, number>(2_000);
const retryAfterMilliseconds = 60 * 60 * 1000;

type Facts = Pick<RequestFacts, "tenant" | "files" | "thumbnails" | "posters" | "departure">;

/** Whether a picture of a file can be made here. */
export function hasPicture({ posters }: Pick<Facts, "posters">, { extension, size }: VersionFile): boolean {
  return hasThumbnail(extension, posters !== undefined) && (isVideo(extension) || size <= maxReadBytes);
}

const isVideo = (extension: string) => attachmentKindOf(`x.${extension}`) === "Video";

/**
 * A thumbnail of a file, made on first request.
 * @throws {RequestError} 404 when it has none
 */
export const thumbnailResponse = (context: Context, file: VersionFile): FileResponse =>
  pictureResponse(context, file, { ...thumbnail, by: context.user.userId });

/**
 * A larger preview of the whole picture, shown before a download.
 * @param by the caller, whose previews are made sequentially
 * @throws {RequestError} 404 when it has none
 */
export const previewResponse = (facts: Facts, file: VersionFile, by: string): FileResponse =>
  pictureResponse(facts, file, { ...preview, by });

function pictureResponse(
  facts: Facts,
  file: VersionFile,
  { place, side, isWhole, by }: PictureForm & { by: string },
): FileResponse {
  if (!hasPicture(facts, file)) throw notFound();
  const { tenant, files, thumbnails, departure } = facts;
  const asker = { tenant: tenant.tenantId, person: by };
  const key = fileKey(place, { tenantId: tenant.tenantId, fileId: file.fileId });
  async function* content(): AsyncGenerator<Uint8Array> {
    const there = await files.read(key);
    if (there && there.size > 0) return yield* there.content;
    there?.content.destroy();
    if (there || Date.now() - (abandoned.get(key) ?? 0) < retryAfterMilliseconds) throw notFound();
    const made = await thumbnails
      .square(() => load(facts, file), {
        side,
        by: asker,
        isWhole,
        source: pictureSourceOf(file.extension),
        departure,
      })
      .catch(async (error: unknown) => {
        if (!(error instanceof UnusableImage)) throw error;
        // An empty file marks that there is no picture.
        if (error.rule === "pictureEffort") abandoned.set(key, Date.now());
        else await storeThumbnail(files, key, new Uint8Array());
        throw notFound();
      });
    await storeThumbnail(files, key, made);
    yield made;
  }
  return { fileName: `${file.fileName}.webp`, mediaType: "image/webp", content: content(), isDetached: true };
}

/** The source of a picture: the file, or a frame from it. */
async function load({ tenant, files, posters }: Facts, file: VersionFile): Promise<Buffer> {
  const { fileId, extension, size } = file;
  const stored = (range?: ByteRange) =>
    bytesOf(files, fileKey(attachmentFiles, { tenantId: tenant.tenantId, fileId }), range);
  if (posters && isVideo(extension)) return posters.pictureOf({ extension, size, read: stored });
  const whole: Uint8Array[] = [];
  for await (const part of stored()) whole.push(part);
  return Buffer.concat(whole);
}

/** Concurrent requests make the same; one that cannot be stored is made again. */
async function storeThumbnail(files: FileStore, key: string, made: Uint8Array): Promise<void> {
  await files.write(key, made).catch(() => undefined);
}

/** Limit of bytes of converted documents. */
const maxDocumentBytes = 100 * 1024 * 1024;

/**
 * An office document as a PDF, created on the first request.
 * @throws {RequestError} 404 for unconvertible documents and without a converter, 409 `documentProtected` for a password
 */
export function pdfResponse(
  context: Context,
  { fileId, fileName, extension, size }: VersionFile,
): FileResponse {
  const { tenant, files, converter, departure } = context;
  if (!converter || !isConvertible(extension) || size > maxDocumentBytes) throw notFound();
  const { tenantId } = tenant;
  const key = fileKey(pdfFiles, { tenantId, fileId });
  const keep = (pdf: Uint8Array | AsyncIterable<Uint8Array>) =>
    files.write(key, pdf).catch(async (error: unknown) => {
      // A concurrent request has stored the same.
      if ((await files.sizeOf(key)) === undefined) throw error;
    });
  const document = () => bytesOf(files, fileKey(attachmentFiles, { tenantId, fileId }));
  const content = async function* () {
    if ((await files.sizeOf(key)) === undefined) {
      const asking = { by: askerIn(context), departure, isKept: true };
      await keep(converter.pdfOf({ extension, content: document() }, asking)).catch(
        async (error: unknown) => {
          if (!(error instanceof UnconvertibleDocument)) throw error;
          // An empty file marks an unconvertible document.
          await keep(new Uint8Array());
        },
      );
    }
    if ((await files.sizeOf(key)) === 0)
      throw (await isProtectedDocument(document())) ? conflict("documentProtected") : notFound();
    yield* bytesOf(files, key);
  };
  return { fileName: `${fileName}.pdf`, mediaType: "application/pdf", content: content(), isDetached: true };
}
