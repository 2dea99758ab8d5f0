import { randomBytes } from "node:crypto";
import type { Config } from "../config/config";
import { sha256Hex } from "../core/sha256";

export interface Link {
  /** The secret in the address: 256 random bits, never stored. */
  token: string;
  /** The stored form of the token. */
  hash: string;
}

export function makeLink(): Link {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: linkHash(token) };
}

export function linkHash(token: string): string {
  return sha256Hex(token);
}

/** The page behind a link, such as `invitation`, built from the settings alone (QUALITY, security 8). */
export function linkAddress(
  { publicAddress, publicTenantPath }: Pick<Config, "publicAddress" | "publicTenantPath">,
  tenantIdentifier: string,
  page: "invitation" | "password-reset" | "password-reset/sign-in",
  token: string,
): string {
  return `${publicAddress}${publicTenantPath.replaceAll("{tenant}", tenantIdentifier)}/${page}/${token}`;
}
