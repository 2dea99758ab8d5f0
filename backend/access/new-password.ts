import { hashPassword } from "../http/password";
import type { SlowContext } from "../http/route";
import { withKeyedLock } from "./keyed-lock";

/**
 * The hash of a password that somebody sets for another. Those that one person sets are hashed one after the other, so that
 * nobody fills the line that sign-ins stand in.
 */
export function newPasswordHash({ user }: SlowContext, password: string): Promise<string> {
  return withKeyedLock([`new password:${user.userId}`], () => hashPassword(password));
}
