import type { FastifyInstance, FastifyRequest } from "fastify";
import { allPermissions } from "../../lib/contract";
import { permissionStampHeader } from "../../lib/contract/permission-stamp";
import type { PermissionName } from "../../lib/contract/permissions";
import type { SignedInUser } from "./route";

const stamps = new WeakMap<FastifyRequest, string>();

/** Notes what the caller may do, for the answer to say. */
export function noteStamp(request: FastifyRequest, user: SignedInUser): void {
  stamps.set(request, stampFor(user));
}

/**
 * Lets every answer to somebody who is signed in carry the stamp of what they may do, refusals too: whoever remembers
 * another one knows that it is out of date (PM-04), without anything being sent or asked in between.
 */
export function stampResponses(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply) => {
    const stamp = stamps.get(request);
    if (stamp !== undefined) reply.header(permissionStampHeader, stamp);
  });
}

/** The stamp of what somebody may do, and as whom they do it where that is not themselves. */
export function stampFor({ permissions, viewedBy, userId }: SignedInUser): string {
  return viewedBy ? `${stampOf(permissions)}.${userId}` : stampOf(permissions);
}

/** One bit for each permission there is, four to a digit: equal for two callers who may do the same, and for no others. */
export function stampOf(held: ReadonlySet<PermissionName>): string {
  const known = made.get(held);
  if (known !== undefined) return known;
  let stamp = "";
  for (let first = 0; first < allPermissions.length; first += 4) {
    let digit = 0;
    for (let bit = 0; bit < 4; bit += 1) {
      const name = allPermissions[first + bit];
      if (name !== undefined && held.has(name)) digit |= 1 << bit;
    }
    stamp += digit.toString(16);
  }
  made.set(held, stamp);
  return stamp;
}

/** Administrators share one set, so theirs is made once. */
const made = new WeakMap<ReadonlySet<PermissionName>, string>();
