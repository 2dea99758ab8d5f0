/** `undefined` leaves the stored picture as it is, `null` removes it, a file replaces it. */
export type AvatarChange = File | null | undefined;

/** What a change of a picture is in the body of a call. */
export function avatarBody(change: AvatarChange): { avatar?: File; isAvatarDeleted?: boolean } {
  if (change === undefined) return {};
  return change === null ? { isAvatarDeleted: true } : { avatar: change };
}
