import { clientAssertion } from "../config/client-key";
import type { OidcSettings } from "../config/oidc-settings";
import { onePerProcess } from "../core/one-per-process";
import type { ProviderRequest } from "./ask";
import type { Provider } from "./provider";

export type Client = Pick<OidcSettings, "clientId" | "clientSecret" | "clientKey">;

interface AuthenticationMethod {
  question(form: Readonly<Record<string, string>>): Promise<ProviderRequest>;
  /** Reports that the provider accepted the client. */
  worked(): void;
  /** Reports that the provider refused the client's last remaining method. */
  refused(): void;
}

const names = ["client_secret_basic", "client_secret_post"] as const;
type Name = (typeof names)[number];

/** Keyed by token endpoint and client. */
const { allWorked, refusedAt } = onePerProcess("client-authentication", () => ({
  /** The accepted method. */
  allWorked: new Map<string, Name>(),
  /** When all methods were refused, comparable to `Date.now()`. */
  refusedAt: new Map<string, number>(),
}));

/** Milliseconds during which only one method is tried after all were refused. */
const refusalDuration = 60_000;

/**
 * Methods of client authentication at a token endpoint (RFC 6749, section 2.3.1), the likeliest first. Providers publish
 * the methods they support, but not the one registered for this client; a wrong one fails with `invalid_client` before
 * anything happens, so that the next can be tried.
 */
export function authenticationMethods(
  metadata: Provider["metadata"],
  { clientId, clientSecret, clientKey }: Client,
): readonly AuthenticationMethod[] {
  const { token_endpoint, token_endpoint_auth_methods_supported: supported } = metadata;
  if (clientKey) {
    const createParameters = async () => ({
      client_id: clientId,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: await clientAssertion(clientKey, clientId, metadata),
    });
    return [withFormParameters(createParameters)];
  }
  if (clientSecret === undefined) return [withFormParameters(async () => ({ client_id: clientId }))];
  const place = `${token_endpoint} ${clientId}`;
  // Basic is the default of the metadata (RFC 8414, section 2).
  const supportedNames = names.filter((name) => (supported ?? ["client_secret_basic"]).includes(name));
  const worked = allWorked.get(place);
  const inOrder = new Set<Name>([...(worked ? [worked] : []), ...supportedNames, ...names]);
  const isRefused = Date.now() - (refusedAt.get(place) ?? 0) < refusalDuration;
  return [...inOrder].slice(0, isRefused ? 1 : undefined).map((name) => ({
    question: async (form) =>
      name === "client_secret_post"
        ? { form: { ...form, client_id: clientId, client_secret: clientSecret } }
        : { form, authorization: basicAuthorization(clientId, clientSecret) },
    worked: () => {
      allWorked.set(place, name);
      refusedAt.delete(place);
    },
    refused: () => {
      if (!isRefused) refusedAt.set(place, Date.now());
    },
  }));
}

/** @param createParameters form parameters that authenticate the client */
function withFormParameters(createParameters: () => Promise<Record<string, string>>): AuthenticationMethod {
  return {
    question: async (form) => ({ form: { ...form, ...(await createParameters()) } }),
    worked: () => undefined,
    refused: () => undefined,
  };
}

function basicAuthorization(...pair: [clientId: string, clientSecret: string]): string {
  return `Basic ${Buffer.from(pair.map(formEncoded).join(":"), "utf8").toString("base64")}`;
}

function formEncoded(text: string): string {
  return new URLSearchParams({ text }).toString().slice("text=".length);
}
