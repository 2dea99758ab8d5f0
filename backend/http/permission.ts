import type { Access } from "../../lib/contract/endpoint";
import type { PermissionName } from "../../lib/contract/permissions";
import { forbidden } from "./errors";

/**
 * Refuses a signed-in caller who lacks what the endpoint asks for (PM-02).
 * @throws {RequestError} 403
 */
export function requirePermission(access: Access, held: ReadonlySet<PermissionName>): void {
  if (access === "public" || access === "signedIn") return;
  const isAllowed =
    "anyOf" in access ? access.anyOf.some((name) => held.has(name)) : access.every((name) => held.has(name));
  if (!isAllowed) throw forbidden();
}
