import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import * as z from "zod";
import { isWhole } from "../config/oidc-settings";
import { BoundedMap } from "../core/bounded-map";
import { callProvider } from "./ask";
import { isDescribedAs } from "./directories";
import { ProviderError, printable } from "./provider-error";

const address = z.url({ protocol: /^https?$/ });

/**
 * The used part of OpenID Connect Discovery 1.0, section 3. Optional fields that are null, empty or no address count as
 * missing, as some providers write them: that must not block a sign-in.
 */
const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  end_session_endpoint: address.optional().catch(undefined),
  revocation_endpoint: address.optional().catch(undefined),
  pushed_authorization_request_endpoint: address.optional().catch(undefined),
  require_pushed_authorization_requests: z.boolean().optional().catch(undefined),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional().catch(undefined),
  token_endpoint_auth_signing_alg_values_supported: z.array(z.string()).optional().catch(undefined),
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
});

/** A provider's metadata and keys. */
export interface Provider {
  metadata: z.output<typeof metadata>;
  keys: JWTVerifyGetKey;
}

interface Known {
  provider: Provider;
  /** Comparable to `Date.now()`. */
  readAt: number;
}

const refreshAfter = 10 * 60_000;
const expiresAfter = 24 * 60 * 60_000;

/** Limited, because anyone can name tenants, and each may have its own provider. */
const maxKnown = 2_000;

const known = new BoundedMap<string, Known>(maxKnown);
const pending = new Map<string, Promise<Provider>>();

/**
 * The provider of an issuer, refreshed from time to time. If it is unreachable, the old metadata still counts: its
 * addresses seldom change, and signed-in users need them.
 * @throws {ProviderError}
 */
export async function providerAt(issuer: string): Promise<Provider> {
  if (!isWhole(issuer)) throw new ProviderError("untrusted", "there is no provider without an organisation");
  const before = known.get(issuer);
  if (before && Date.now() - before.readAt < refreshAfter) return before.provider;
  const discovery = pending.get(issuer) ?? discover(issuer).finally(() => pending.delete(issuer));
  pending.set(issuer, discovery);
  try {
    return await discovery;
  } catch (error) {
    if (before && Date.now() - before.readAt < expiresAfter) return before.provider;
    throw error;
  }
}

/** Address of the discovery document (OpenID Connect Discovery 1.0, section 4). */
export function discoveryOf(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

async function discover(issuer: string): Promise<Provider> {
  const place = discoveryOf(issuer);
  const { status, body } = await callProvider(place);
  const read = metadata.safeParse(body);
  if (status !== 200 || !read.success)
    throw new ProviderError("unusable", `${place} does not describe a provider (status ${status})`);
  if (!isDescribedAs(read.data.issuer, issuer))
    throw new ProviderError(
      "unusable",
      `${place} describes another provider: ${printable(read.data.issuer)}`,
    );
  const before = known.get(issuer)?.provider;
  const keys =
    before?.metadata.jwks_uri === read.data.jwks_uri ? before.keys : createKeySet(read.data.jwks_uri);
  const provider = { metadata: read.data, keys };
  known.set(issuer, { provider, readAt: Date.now() });
  return provider;
}

/** Fetches unknown keys immediately: providers use new keys as soon as they have them. */
function createKeySet(place: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(place), { timeoutDuration: 5_000, cooldownDuration: 1_000 });
}
