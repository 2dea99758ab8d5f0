// See docs/decisions/0024.

import type { PermissionName } from "../../lib/contract/permissions";
import { BoundedMap } from "../../lib/server/core/bounded-map";
import type { Proof } from "../credentials/credentials";

/** A user's permissions as of their last request. */
export interface CachedPermissions {
  /** The identifier may have moved to another tenant. */
  tenantId: string;
  userId: string;
  /** The tenant's permission stamp, read together with it. */
  stamp: number;
  permissions: ReadonlySet<PermissionName>;
  /** Whether their session was viewing as another user. */
  isViewing: boolean;
  /** Names as of that request. */
  names: { tenant: string; userName: string; displayName: string };
}

const max = 5_000;

/**
 * Caches callers' permissions from their last request. Each request reads the tenant's permission stamp in its own
 * transaction, and a cached entry counts only while that is unchanged, so that a change applies at the next request on
 * every server (PM-04).
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
