import type * as z from "zod";
import type { Profile, profileEdit } from "../../../lib/contract/user";
import { keptNames } from "../../access/kept-names";
import { changedAvatar } from "../../files/avatars";
import { notFound, stale } from "../../http/errors";
import type { Context } from "../../http/route";
import { lockOwnRow, profileOf, updateProfile } from "./queries";

type Edit = z.output<typeof profileEdit>;

/**
 * @returns the stored row, locked, and the names that it gets
 * @throws {RequestError} 409 with the stored profile, 400 as {@link keptNames} does
 */
export async function maySaveProfile({ db, user }: Context, given: Edit) {
  const stored = await lockOwnRow(db, user.userId);
  if (!stored) throw notFound();
  if (given.version !== undefined && given.version !== stored.version)
    throw stale(await profileOf(db, user.userId));
  return { stored, names: keptNames(stored, given) };
}

/** @throws {RequestError} as {@link maySaveProfile} does */
export async function saveProfile(context: Context, given: Edit, storedAvatar?: string): Promise<Profile> {
  const { db, user } = context;
  const { stored, names } = await maySaveProfile(context, given);
  await updateProfile(db, user.userId, {
    ...names,
    avatar: changedAvatar(context, stored.avatar, given, storedAvatar),
  });
  return profileOf(db, user.userId);
}
