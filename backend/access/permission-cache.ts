// See docs/decisions/0024.

import type { PermissionName } from "../../lib/contract/permissions";
import { BoundedMap } from "../../lib/server/bounded-map";
import type { Proof } from "../http/credentials";

/** What somebody might do when a request of theirs was last looked at. */
export interface CachedPermissions {
  /** Another tenant may have taken over the identifier. */
  tenantId: string;
  userId: string;
  /** The tenant's count of changes of what anybody may do, which was read together with it. */
  stamp: number;
  permissions: ReadonlySet<PermissionName>;
  /** Whether their session looked at the product as another person. */
  isViewing: boolean;
  /** What they were called. */
  names: { tenant: string; userName: string; displayName: string };
}

const max = 5_000;

/**
 * What callers of a server may do, remembered from their last request. Each request reads the tenant's count of changes
 * in its own transaction, and what is remembered counts only while that is the same, so that a change applies at the next request,
 * whichever server it comes to (PM-04).
 */
export class PermissionCache {
  private readonly callers = new BoundedMap<string, CachedPermissions>(max);

  of(tenantIdentifier: string, proof: Proof | undefined): CachedPermissions | undefined {
    return proof && this.callers.get(keyOf(tenantIdentifier, proof));
  }

  remember(tenantIdentifier: string, proof: Proof, held: CachedPermissions): void {
    this.callers.set(keyOf(tenantIdentifier, proof), held);
  }
}

function keyOf(tenantIdentifier: string, proof: Proof): string {
  if (proof.means !== "token") return `${tenantIdentifier}\n${proof.means}\n${proof.hash}`;
  const { issuer, subject, identityProvider } = proof.person;
  return [tenantIdentifier, proof.means, issuer, subject, identityProvider].join("\n");
}
