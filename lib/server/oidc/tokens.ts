import { decodeJwt } from "jose";
import * as z from "zod";
import { callAsClient, refusalOfResponse } from "./ask-as-client";
import type { Client } from "./client-authentication";
import type { Provider } from "./provider";
import { ProviderError } from "./provider-error";

/** RFC 6749, appendix A: printable characters, which a header can carry. */
const token = z.string().regex(/^[\x20-\x7e]+$/);

/** RFC 6749, section 5.1. Some servers write numbers as text, and null or empty for missing values. */
const response = z.object({
  access_token: token,
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .nullish(),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
  refresh_token: token.optional().catch(undefined),
  id_token: token.optional().catch(undefined),
});

export interface ProviderTokens {
  accessToken: string;
  refreshToken?: string;
  idToken?: string;
  /** End of the access token, in seconds since 1970. */
  expires: number;
  /** Lifetime from now, in seconds. */
  lifetime: number;
}

/** For a provider that does not state the lifetime of its access tokens. */
const assumedLifetime = 3600;

/**
 * Calls the token endpoint.
 * @param grant the parameters of the grant, such as `grant_type` and `code`
 * @throws {ProviderError}
 */
export async function requestTokens(
  { metadata }: Provider,
  client: Client,
  grant: Readonly<Record<string, string>>,
): Promise<ProviderTokens> {
  const given = await callAsClient(metadata.token_endpoint, metadata, client, grant);
  if (given.status !== 200) throw refusalOfResponse(metadata.token_endpoint, given, client, grant);
  const tokens = response.safeParse(given.body);
  if (!tokens.success)
    throw new ProviderError("unusable", `${metadata.token_endpoint} did not answer with tokens`);
  const { access_token: accessToken, refresh_token, id_token, expires_in } = tokens.data;
  const now = Math.floor(Date.now() / 1000);
  const expires =
    expires_in === undefined ? (expiryOf(accessToken) ?? now + assumedLifetime) : now + expires_in;
  return {
    accessToken,
    refreshToken: refresh_token,
    idToken: id_token,
    expires,
    lifetime: Math.max(0, expires - now),
  };
}

/** Revokes a refresh token (RFC 7009), ignoring the outcome. */
export async function revokeToken(
  { metadata }: Provider,
  client: Client,
  refreshToken: string,
): Promise<void> {
  if (!metadata.revocation_endpoint) return;
  const form = { token: refreshToken, token_type_hint: "refresh_token" };
  try {
    await callAsClient(metadata.revocation_endpoint, metadata, client, form);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}

function expiryOf(accessToken: string): number | undefined {
  try {
    return decodeJwt(accessToken).exp;
  } catch {
    return undefined;
  }
}
