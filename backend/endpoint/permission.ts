import type { Access } from "../../lib/contract/endpoint";
import { forbidden } from "../core/errors";

type Held = ReadonlySet<string>;

/** Whether a signed-in user with these permissions may call the endpoint. */
export function isPermitted(access: Access, held: Held): boolean {
  if (access === "public" || access === "signedIn") return true;
  return "anyOf" in access
    ? access.anyOf.some((name) => held.has(name))
    : access.every((name) => held.has(name));
}

/**
 * Refuses a signed-in caller without the endpoint's permission (PM-02).
 * @throws {RequestError} 403
 */
export function requirePermission(access: Access, held: Held): void {
  if (!isPermitted(access, held)) throw forbidden();
}
