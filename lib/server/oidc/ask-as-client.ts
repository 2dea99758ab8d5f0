import * as z from "zod";
import { onePerProcess } from "../core/one-per-process";
import { callProvider, type ProviderResponse } from "./ask";
import { authenticationMethods, type Client } from "./client-authentication";
import type { Provider } from "./provider";
import { ProviderError, printable, refusalText } from "./provider-error";

/** Milliseconds after which the same error is logged again. */
const logInterval = 5 * 60_000;

const refusal = z.object({
  error: z.enum(["invalid_client", "unauthorized_client"]),
  error_description: z.string().optional().catch(undefined),
});

const loggedAt = onePerProcess("refused-clients", () => new Map<string, number>());

/**
 * Logs as an error that a provider refuses this client rather than a user: no session can be renewed and no sign-in
 * succeeds until the registration or the settings are fixed. At most once in five minutes.
 * @param answer any response of the provider
 */
function logRefusedClient(
  { issuer, clientId, secret = "" }: { issuer: string; clientId: string; secret?: string },
  { status, body }: ProviderResponse,
): void {
  const name = `${issuer} ${clientId}`;
  if (status < 300) loggedAt.delete(name);
  const read = refusal.safeParse(body);
  // RFC 6749, section 5.2, requires a code; some providers send 401 with an empty body or a page.
  const isBare = status === 401 && typeof (body as { error?: unknown } | undefined)?.error !== "string";
  if (status < 300 || !(read.success || isBare)) return;
  if (Date.now() - (loggedAt.get(name) ?? Number.NEGATIVE_INFINITY) < logInterval) return;
  loggedAt.set(name, Date.now());
  const { error, error_description: description = "" } = read.data ?? { error: "status 401" };
  const said = secret === "" ? description : description.replaceAll(secret, "***");
  const reason = said === "" ? error : `${error} (${printable(said)})`;
  console.error(
    `alarm: the provider ${printable(issuer)} refuses the client ${printable(clientId)}: ${reason}`,
  );
}

/**
 * Sends a request as the client, with the authentication method that the provider accepts.
 * @throws {ProviderError} `away`
 */
export async function callAsClient(
  place: string,
  metadata: Provider["metadata"],
  client: Client,
  form: Readonly<Record<string, string>>,
): Promise<ProviderResponse> {
  const methods = authenticationMethods(metadata, client);
  for (const method of methods) {
    const given = await callProvider(place, await method.question(form));
    const isLast = method === methods.at(-1);
    const isOtherWay = isClientRefused(given);
    if (!isOtherWay) method.worked();
    if (!isOtherWay || isLast) {
      if (isOtherWay) method.refused();
      const { clientId, clientSecret: secret } = client;
      logRefusedClient({ issuer: metadata.issuer, clientId, secret }, given);
      return given;
    }
  }
  throw new Error("There is no way to ask.");
}

/** Keycloak uses a different code, and some providers none. */
function isClientRefused({ status, body }: ProviderResponse): boolean {
  const error = refusalBody.safeParse(body).data?.error;
  return error === undefined ? status === 401 : ["invalid_client", "unauthorized_client"].includes(error);
}

const refusalBody = z.object({
  error: z.string(),
  error_description: z.string().optional().catch(undefined),
});

/**
 * The error of a failed response (RFC 6749, section 5.2).
 * @param form parameters sent: providers quote them, including codes, tokens and secrets
 */
export function refusalOfResponse(
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
