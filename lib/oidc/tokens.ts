import { decodeJwt } from "jose";
import * as z from "zod";
import { askProvider } from "./ask";
import type { Provider } from "./provider";
import { ProviderError, printable } from "./provider-error";
import type { OidcSettings } from "./settings";

/** RFC 6749, appendix A: printable characters, which a header can carry. */
const token = z.string().regex(/^[\x20-\x7e]+$/);

/** Of RFC 6749, section 5.1. Some servers write numbers as text. */
const answer = z.object({
  access_token: token,
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.coerce.number().positive().optional(),
  refresh_token: token.optional(),
  id_token: token.optional(),
});

export interface Tokens {
  accessToken: string;
  refreshToken?: string;
  idToken?: string;
  /** When the access token ends, in seconds since 1970. */
  expires: number;
  /** How long it lasts from now, in seconds. */
  lifetime: number;
}

/** For a provider that does not say how long its access tokens last. */
const assumedLifetime = 3600;

type Client = Pick<OidcSettings, "clientId" | "clientSecret">;

/**
 * Asks the token endpoint.
 * @param grant the parameters of the grant, such as `grant_type` and `code`
 * @throws {ProviderError}
 */
export async function requestTokens(
  { metadata }: Provider,
  client: Client,
  grant: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const given = await askProvider(metadata.token_endpoint, asClient(metadata, client, grant));
  if (given.status !== 200) throw refusal(metadata.token_endpoint, given.status, given.body);
  const tokens = answer.safeParse(given.body);
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

/** Ends a refresh token (RFC 7009). What the provider makes of it changes nothing here. */
export async function revokeToken(
  { metadata }: Provider,
  client: Client,
  refreshToken: string,
): Promise<void> {
  if (!metadata.revocation_endpoint) return;
  const form = { token: refreshToken, token_type_hint: "refresh_token" };
  try {
    await askProvider(metadata.revocation_endpoint, asClient(metadata, client, form));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}

/** RFC 6749, section 2.3.1: Basic authorization unless the provider knows only the other way. */
function asClient(
  { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] }: Provider["metadata"],
  { clientId, clientSecret }: Client,
  form: Readonly<Record<string, string>>,
) {
  if (clientSecret === undefined) return { form: { ...form, client_id: clientId } };
  if (!methods.includes("client_secret_basic") && methods.includes("client_secret_post"))
    return { form: { ...form, client_id: clientId, client_secret: clientSecret } };
  const pair = [clientId, clientSecret].map(formEncoded).join(":");
  return { form, authorization: `Basic ${Buffer.from(pair, "utf8").toString("base64")}` };
}

function formEncoded(text: string): string {
  return new URLSearchParams({ text }).toString().slice("text=".length);
}

const refusalBody = z.object({ error: z.string() });

function refusal(place: string, status: number, body: unknown): ProviderError {
  const read = refusalBody.safeParse(body);
  if (!read.success) return new ProviderError("unusable", `${place} answered ${status} without a reason`);
  return new ProviderError("refused", `${place} refused: ${printable(read.data.error)}`, read.data.error);
}

function expiryOf(accessToken: string): number | undefined {
  try {
    return decodeJwt(accessToken).exp;
  } catch {
    return undefined;
  }
}
