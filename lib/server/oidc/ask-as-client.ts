import * as z from "zod";
import { askProvider, type ProviderResponse } from "./ask";
import { type Client, waysToAsk } from "./client-authentication";
import type { Provider } from "./provider";
import { ProviderError, refusalText } from "./provider-error";
import { noteRefusedClient } from "./refused-client";

/**
 * Asks as the client, in the one of its ways that the provider knows it by.
 * @throws {ProviderError} `away`
 */
export async function askAsClient(
  place: string,
  metadata: Provider["metadata"],
  client: Client,
  form: Readonly<Record<string, string>>,
): Promise<ProviderResponse> {
  const ways = waysToAsk(metadata, client);
  for (const way of ways) {
    const given = await askProvider(place, await way.question(form));
    const isLast = way === ways.at(-1);
    const isOtherWay = isClientRefused(given);
    if (!isOtherWay) way.worked();
    if (!isOtherWay || isLast) {
      if (isOtherWay) way.refused();
      const { clientId, clientSecret: secret } = client;
      noteRefusedClient({ issuer: metadata.issuer, clientId, secret }, given);
      return given;
    }
  }
  throw new Error("There is no way to ask.");
}

/** Keycloak says so in another word, and some in none. */
function isClientRefused({ status, body }: ProviderResponse): boolean {
  const error = refusalBody.safeParse(body).data?.error;
  return error === undefined ? status === 401 : ["invalid_client", "unauthorized_client"].includes(error);
}

const refusalBody = z.object({
  error: z.string(),
  error_description: z.string().optional().catch(undefined),
});

/**
 * What an answer says that is none of those asked for (RFC 6749, section 5.2).
 * @param form what was sent: providers quote it, and codes, tokens and secrets are in it
 */
export function refusalBy(
  place: string,
  { status, body }: ProviderResponse,
  { clientSecret = "" }: Client,
  form: Readonly<Record<string, string>>,
): ProviderError {
  const read = refusalBody.safeParse(body);
  if (!read.success) return new ProviderError("unusable", `${place} answered ${status} without a reason`);
  const said = refusalText(read.data, [clientSecret, ...secretParameters.map((name) => form[name] ?? "")]);
  return new ProviderError("refused", `${place} refused (status ${status}): ${said}`, read.data.error);
}

const secretParameters = ["code", "code_verifier", "refresh_token", "token", "nonce", "state"];
