import type * as z from "zod";
import type { Profile, profileEdit } from "../../../lib/contract/user";
import { changedAvatar } from "../../files/avatars";
import { notFound, stale } from "../../http/errors";
import type { Context } from "../../http/route";
import { lockOwnRow, profileOf, updateProfile } from "./queries";

/** @throws {RequestError} 409 with the stored profile, 400 on avatar for what is no picture */
export async function saveProfile(context: Context, given: z.output<typeof profileEdit>): Promise<Profile> {
  const { db, user } = context;
  const stored = await lockOwnRow(db, user.userId);
  if (!stored) throw notFound();
  if (given.version !== undefined && given.version !== stored.version)
    throw stale(await profileOf(db, user.userId));
  await updateProfile(db, user.userId, {
    firstName: given.firstName,
    lastName: given.lastName,
    avatar: await changedAvatar(context, stored.avatar, given),
  });
  return profileOf(db, user.userId);
}
