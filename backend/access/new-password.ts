import { withKeyedLock } from "../core/keyed-lock";
import type { SlowContext } from "../endpoint/route";
import { hashPassword } from "../queues/password";

/**
 * Hashes a password set for another user. One person's are hashed sequentially, so that they cannot fill the queue of
 * sign-ins.
 */
export function newPasswordHash({ user }: SlowContext, password: string): Promise<string> {
  return withKeyedLock([`new password:${user.userId}`], () => hashPassword(password));
}
