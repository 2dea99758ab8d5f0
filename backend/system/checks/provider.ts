import type { OidcConfig } from "../../config/config";
import { issuerOf } from "../../config/issuer";
import { hostTenant } from "../../core/tenant-prefix";
import { callProvider } from "../../oidc/ask-provider";
import { defineCheck } from "../check";
import { reasonOf } from "../run-checks";

/** Where a provider describes itself (OpenID Connect Discovery 1.0, section 4); the host tenant's, if each has its own. */
export function describedAt({ issuer }: OidcConfig): string {
  return `${issuerOf(issuer, hostTenant).replace(/\/$/, "")}/.well-known/openid-configuration`;
}

export const provider = defineCheck("provider", async ({ config }) => {
  if (!config.oidc) return { state: "fine", text: "password" };
  const address = describedAt(config.oidc);
  const { host } = new URL(address);
  try {
    const { status, body } = await callProvider(address);
    if (status === 200 && typeof (body as { issuer?: unknown })?.issuer === "string")
      return { state: "fine", text: "reachable", values: { host } };
    return { state: "act", text: "failed", values: { host, reason: `status ${status}` } };
  } catch (error) {
    return { state: "act", text: "failed", values: { host, reason: reasonOf(error) } };
  }
});
