import { randomUUID } from "node:crypto";
import type { FileAnswer } from "../../lib/contract/file";
import type { FileFacts } from "../../lib/validation/files";
import { invalid, notFound } from "../http/errors";
import type { Context } from "../http/route";
import { NoPicture, squarePicture } from "./picture";
import type { StoredFile } from "./store";
import { uploadedFile } from "./uploaded";

/** Twice the size that the largest avatar is shown in, for screens with two dots a pixel, and some more. */
const side = 256;

interface AvatarChange {
  avatar?: FileFacts | null;
  isAvatarDeleted?: boolean;
}

const keyOf = (tenantId: string, avatarId: string) => `${tenantId}/avatars/${avatarId}.webp`;

/** Whose a picture is, by its key; undefined for the key of anything else. */
export function avatarIn(key: string): { tenantId: string; avatarId: string } | undefined {
  const [, tenantId, avatarId] = /^([0-9a-f-]{36})\/avatars\/([0-9a-f-]{36})\.webp$/.exec(key) ?? [];
  return tenantId && avatarId ? { tenantId, avatarId } : undefined;
}

/**
 * Takes in the picture that somebody is given. The file is stored before what refers to it is committed, and the one
 * before it goes only afterwards, so that none is missing at any moment.
 * @param before the picture that there is now
 * @returns what to refer to from now on
 * @throws {RequestError} 400 on avatar for what is no picture
 */
export async function changedAvatar(
  { tenant, files, afterCommit, afterRollback }: Context,
  before: string | null,
  { avatar, isAvatarDeleted }: AvatarChange,
): Promise<string | null> {
  const given = uploadedFile(avatar);
  if (avatar && !given) throw noPicture();
  if (!given && !isAvatarDeleted) return before;
  if (before) afterCommit(() => files.remove(keyOf(tenant.tenantId, before)).catch(() => undefined));
  if (!given) return null;
  const bytes = await squarePicture(given.bytes, side).catch((error: unknown) => {
    throw error instanceof NoPicture ? noPicture() : error;
  });
  const avatarId = randomUUID();
  const key = keyOf(tenant.tenantId, avatarId);
  await files.write(key, bytes);
  afterRollback(() => files.remove(key));
  return avatarId;
}

const noPicture = () => invalid([{ propertyName: "avatar", rule: "picture" }]);

/** The picture itself. What is not there is told before the first byte. */
export function avatarAnswer({ tenant, files }: Context, avatarId: string): FileAnswer {
  return {
    fileName: "avatar.webp",
    mediaType: "image/webp",
    content: contentOf(() => files.read(keyOf(tenant.tenantId, avatarId))),
    isDetached: true,
  };
}

async function* contentOf(read: () => Promise<StoredFile | undefined>): AsyncGenerator<Uint8Array> {
  const file = await read();
  if (!file) throw notFound();
  yield* file.content;
}
