/** `undefined` keeps the stored picture, `null` removes it, a file replaces it. */
export type AvatarChange = File | null | undefined;

/** Converts a picture change to the body of a call. */
export function avatarBody(change: AvatarChange): { avatar?: File; isAvatarDeleted?: boolean } {
  if (change === undefined) return {};
  return change === null ? { isAvatarDeleted: true } : { avatar: change };
}
