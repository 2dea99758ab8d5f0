import type { Access } from "../../lib/contract/endpoint";
import { forbidden } from "./errors";

type Held = ReadonlySet<string>;

/** Whether the endpoint is for whoever is signed in and holds these permissions. */
export function isPermitted(access: Access, held: Held): boolean {
  if (access === "public" || access === "signedIn") return true;
  return "anyOf" in access
    ? access.anyOf.some((name) => held.has(name))
    : access.every((name) => held.has(name));
}

/**
 * Refuses a signed-in caller who lacks what the endpoint asks for (PM-02).
 * @throws {RequestError} 403
 */
export function requirePermission(access: Access, held: Held): void {
  if (!isPermitted(access, held)) throw forbidden();
}
