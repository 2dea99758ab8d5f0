import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from "jose";
import { clockSkew, tokenAlgorithms } from "../contract/token-signatures";
import type { Provider } from "./provider";
import { ProviderError } from "./provider-error";

/**
 * The claims of a token that the provider signed for this client.
 * @throws {ProviderError} `untrusted`, or `away` when the keys could not be had
 */
export async function verified(
  token: string,
  { metadata, keys }: Provider,
  clientId: string,
  options: JWTVerifyOptions = {},
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: metadata.issuer,
      audience: clientId,
      algorithms: tokenAlgorithms,
      clockTolerance: clockSkew,
      ...options,
    });
    const others = Array.isArray(payload.aud) && payload.aud.length > 1;
    if ((payload.azp !== undefined || others) && payload.azp !== clientId)
      throw new ProviderError("untrusted", "the token is for another client");
    return payload;
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    const away = !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout;
    const unusable = error instanceof errors.JWKSInvalid || isPlain(error);
    const message = error instanceof Error ? error.message : String(error);
    throw new ProviderError(away ? "away" : unusable ? "unusable" : "untrusted", message);
  }
}

/** jose reports an answer without keys in it as an error of no class of its own. */
function isPlain(error: unknown): boolean {
  return error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC";
}

/**
 * Checks an ID token (OpenID Connect Core 1.0, section 3.1.3.7).
 * @returns who it is about
 * @throws {ProviderError}
 */
export async function verifyIdToken(
  token: string,
  provider: Provider,
  { clientId, nonce }: { clientId: string; nonce?: string },
): Promise<{ subject: string; providerSession?: string }> {
  const claims = await verified(token, provider, clientId, { requiredClaims: ["sub", "iat", "exp"] });
  if (nonce !== undefined && claims.nonce !== nonce)
    throw new ProviderError("untrusted", "the nonce of the ID token is another one");
  const { sub, sid } = claims;
  if (typeof sub !== "string" || sub === "")
    throw new ProviderError("untrusted", "the ID token is about nobody");
  return { subject: sub, providerSession: typeof sid === "string" ? sid : undefined };
}
