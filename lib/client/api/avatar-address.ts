import { contract } from "../../contract";
import { addressOf } from "../../contract/address";

/** The address of the signed-in user's picture; undefined without one. */
export function ownAvatarAddress(prefix: string, avatarId: string | null | undefined): string | undefined {
  return avatarId ? `${prefix}/api${addressOf(contract.user.avatar, { params: { avatarId } })}` : undefined;
}

/** The address of a user's picture; undefined without one. */
export function avatarAddressOf(
  prefix: string,
  { userId, avatar }: { userId: string; avatar?: string | null },
): string | undefined {
  return avatar
    ? `${prefix}/api${addressOf(contract.users.avatar, { params: { userId, avatarId: avatar } })}`
    : undefined;
}
