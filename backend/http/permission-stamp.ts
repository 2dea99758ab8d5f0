import type { FastifyInstance, FastifyRequest } from "fastify";
import { allPermissions } from "../../lib/contract";
import { permissionStampHeader } from "../../lib/contract/permission-stamp";
import type { PermissionName } from "../../lib/contract/permissions";
import type { SignedInUser } from "../endpoint/route";

const stamps = new WeakMap<FastifyRequest, string>();

/** Stores the caller's permission stamp for the response. */
export function setPermissionStamp(request: FastifyRequest, user: SignedInUser): void {
  stamps.set(request, stampFor(user));
}

/**
 * Adds the permission stamp to every response to a signed-in user, refusals too: a client with a different stamp knows
 * that its permissions are outdated (PM-04), without extra requests.
 */
export function stampResponses(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply) => {
    const stamp = stamps.get(request);
    if (stamp !== undefined) reply.header(permissionStampHeader, stamp);
  });
}

/** The stamp of a user's permissions, and of the user they are viewing as, if any. */
export function stampFor({ permissions, viewedBy, userId }: SignedInUser): string {
  return viewedBy ? `${stampOf(permissions)}.${userId}` : stampOf(permissions);
}

/** One bit per permission, four to a digit: equal exactly for callers with equal permissions. */
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

/** Administrators share one set, so theirs is computed once. */
const made = new WeakMap<ReadonlySet<PermissionName>, string>();
