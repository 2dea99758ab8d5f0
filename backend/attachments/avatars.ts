import { randomUUID } from "node:crypto";
import type { FileResponse } from "../../lib/contract/file";
import type { FileInfo } from "../../lib/validation/files";
import { invalid, RequestError } from "../core/errors";
import { removeAfterCommit } from "../deferred/unreferenced-files";
import type { Context, SlowContext } from "../endpoint/route";
import { UnusableImage } from "../files/image-limits";
import { avatarFiles, bytesOf, type FileStore, fileKey, logoFiles } from "../files/store";
import { askerIn } from "../queues/fair-queue";

/** Twice the size of the largest displayed avatar, for high-density screens, with a margin. */
const side = 256;
/** Size of a logo in documents: 600 dots per inch at the maximum width of 60 mm. */
const printedSide = 1_600;

interface AvatarChange {
  avatar?: FileInfo | null;
  isAvatarDeleted?: boolean;
}

const keysOf = (tenantId: string, fileId: string) => ({
  small: fileKey(avatarFiles, { tenantId, fileId }),
  printed: fileKey(logoFiles, { tenantId, fileId }),
});

/** Whether a request contains a picture, which takes a while to decode. */
export function bringsAvatar({ body: { avatar } }: { body: AvatarChange }): boolean {
  return Boolean(avatar);
}

/** Like {@link storedPicture}, for the field `avatar`. */
export function storedAvatar(
  context: SlowContext,
  { avatar }: AvatarChange,
  { isWhole }: { isWhole?: boolean } = {},
): Promise<string> {
  return storedPicture(context, "avatar", avatar, { isWhole });
}

/**
 * Stores an uploaded picture. The file is written before the commit of its reference, so that none is ever missing, and
 * removed on rollback.
 * @param options `isWhole`: a logo, which is not cropped
 * @returns its id
 * @throws {RequestError} 400 on the field for an invalid or too costly picture, 503 when too many are being decoded
 */
export async function storedPicture(
  { tenant, user, files, thumbnails, departure, afterRollback }: SlowContext,
  propertyName: string,
  picture: FileInfo | null | undefined,
  { isWhole }: { isWhole?: boolean } = {},
): Promise<string> {
  const refused = ({ rule, values }: UnusableImage) => invalid([{ propertyName, rule, values }]);
  const given = uploadedFile(picture);
  if (!given) throw refused(new UnusableImage("picture"));
  const made = (side: number) =>
    thumbnails
      .square(given.bytes, { side, by: askerIn({ tenant, user }), isWhole, departure })
      .catch((error: unknown) => {
        throw error instanceof UnusableImage ? refused(error) : error;
      });
  const small = await made(side);
  const printed = isWhole ? await made(printedSide) : undefined;
  const avatarId = randomUUID();
  const keys = keysOf(tenant.tenantId, avatarId);
  afterRollback(() => removePicture(files, tenant.tenantId, avatarId));
  await files.write(keys.small, small);
  if (printed) await files.write(keys.printed, printed);
  return avatarId;
}

async function removePicture(files: FileStore, tenantId: string, pictureId: string): Promise<void> {
  const { small, printed } = keysOf(tenantId, pictureId);
  await Promise.all([files.remove(small), files.remove(printed)]);
}

/**
 * The new picture reference. The previous file is removed after the commit.
 * @param before the current picture
 * @param stored the result of {@link storedAvatar}, if the request has a picture
 */
export function changedAvatar(
  context: Context,
  before: string | null,
  { isAvatarDeleted }: Pick<AvatarChange, "isAvatarDeleted">,
  stored: string | undefined,
): string | null {
  if (!stored && !isAvatarDeleted) return before;
  if (before) removeAfterCommit(context, Object.values(keysOf(context.tenant.tenantId, before)));
  return stored ?? null;
}

/** The picture itself. Reports a missing file before the first byte. */
export function avatarResponse(
  { tenant, files }: Pick<Context, "tenant" | "files">,
  avatarId: string,
): FileResponse {
  return {
    fileName: "avatar.webp",
    mediaType: "image/webp",
    content: bytesOf(files, keysOf(tenant.tenantId, avatarId).small),
    isDetached: true,
  };
}

/** The bytes of a picture, if available. @param options `isPrinted`: the largest version, for documents */
export async function readPicture(
  files: FileStore,
  tenantId: string,
  pictureId: string,
  { isPrinted = false } = {},
): Promise<Buffer | undefined> {
  const { small, printed } = keysOf(tenantId, pictureId);
  try {
    const stored = (isPrinted && (await files.read(printed))) || (await files.read(small));
    if (!stored) return undefined;
    const parts: Buffer[] = [];
    for await (const part of stored.content) parts.push(part as Buffer);
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** An uploaded file, small enough for memory. */
interface UploadedFile extends FileInfo {
  bytes: Uint8Array;
}

/** The file itself, of which a schema knows only the metadata; a JSON body can claim a file that it does not have. */
function uploadedFile(given: FileInfo | null | undefined): UploadedFile | undefined {
  return given && "bytes" in given && given.bytes instanceof Uint8Array ? (given as UploadedFile) : undefined;
}
