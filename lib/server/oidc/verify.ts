import { decodeJwt, errors, type JWTPayload, type JWTVerifyOptions } from "jose";
import { clockSkew, tokenAlgorithms } from "../../contract/token-signatures";
import { sameIssuer } from "../config/oidc-settings";
import { issuerOfToken } from "./directories";
import type { Provider } from "./provider";
import { ProviderError } from "./provider-error";
import { verifyByKeys } from "./verify-by-keys";
import { whyUntrusted } from "./why-untrusted";

/**
 * Verifies a token that the provider signed for this client, and returns its claims.
 * @throws {ProviderError} `untrusted`, or `away` if the keys are unavailable
 */
export async function verified(
  token: string,
  { metadata, keys }: Provider,
  clientId: string,
  options: JWTVerifyOptions = {},
): Promise<JWTPayload> {
  try {
    const { payload } = await verifyByKeys(token, keys, {
      issuer: issuerOfToken(metadata.issuer, token),
      audience: clientId,
      algorithms: tokenAlgorithms,
      clockTolerance: clockSkew,
      ...options,
    });
    const hasOtherAudiences = Array.isArray(payload.aud) && payload.aud.length > 1;
    if ((payload.azp !== undefined || hasOtherAudiences) && payload.azp !== clientId)
      throw new ProviderError("untrusted", "the token is for another client");
    return payload;
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    const away = !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout;
    const unusable = error instanceof errors.JWKSInvalid || isPlain(error);
    const message = whyUntrusted(error, metadata.issuer);
    throw new ProviderError(away ? "away" : unusable ? "unusable" : "untrusted", message);
  }
}

/** jose reports a response without keys as a generic error. */
function isPlain(error: unknown): boolean {
  return error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC";
}

/**
 * Verifies an ID token (OpenID Connect Core 1.0, section 3.1.3.7).
 * @returns the user's claims
 * @throws {ProviderError}
 */
export async function verifyIdToken(
  token: string,
  provider: Provider,
  { clientId, nonce }: { clientId: string; nonce?: string },
): Promise<{ issuer: string; subject: string; providerSession?: string }> {
  const claims = await verified(token, provider, clientId, { requiredClaims: ["sub", "iat", "exp"] });
  if (nonce !== undefined && claims.nonce !== nonce)
    throw new ProviderError("untrusted", "the nonce of the ID token is another one");
  const { iss = provider.metadata.issuer, sub, sid } = claims;
  if (typeof sub !== "string" || sub === "")
    throw new ProviderError("untrusted", "the ID token is about nobody");
  return { issuer: iss, subject: sub, providerSession: typeof sid === "string" ? sid : undefined };
}

/**
 * Compares the ID token of a renewal to that of the sign-in (OpenID Connect Core 1.0, section 12.2). It comes from the
 * token endpoint, so its signature is not needed (section 3.1.3.7, 6), and its expiry is ignored, because the user does not
 * sign in again: see docs/decisions/0022.
 * @returns `same`, `unreadable`, `undated` without the time of the sign-in, or the claim that differs
 */
export function refreshedIdToken(
  token: string,
  { issuer, subject, clientId }: { issuer: string; subject: string; clientId: string },
): "same" | "unreadable" | "undated" | "iss" | "sub" | "aud" {
  let claims: JWTPayload;
  try {
    claims = decodeJwt(token);
  } catch {
    return "unreadable";
  }
  if (typeof claims.iss !== "string" || !sameIssuer(claims.iss, issuer)) return "iss";
  if (claims.sub !== subject) return "sub";
  if (![claims.aud].flat().includes(clientId)) return "aud";
  return claims.auth_time === undefined ? "undated" : "same";
}
