import type { ProviderQuestion } from "./ask";
import { clientAssertion } from "./client-key";
import type { Provider } from "./provider";
import type { OidcSettings } from "./settings";

export type Client = Pick<OidcSettings, "clientId" | "clientSecret" | "clientKey">;

interface Way {
  question(form: Readonly<Record<string, string>>): Promise<ProviderQuestion>;
  /** Is told when the provider took the client for what it is. */
  worked(): void;
  /** Is told when that was the last way, and the client refused in it too. */
  refused(): void;
}

const names = ["client_secret_basic", "client_secret_post"] as const;
type Name = (typeof names)[number];

// The listener on incoming requests and the pages are bundled apart, so they share this through the global object.
const key = Symbol.for("hub.client-authentication");
const shared = globalThis as typeof globalThis & { [key]?: Known };

/** By the token endpoint and the client. */
interface Known {
  /** The way that a provider has taken. */
  worked: Map<string, Name>;
  /** When it refused the client in all of them, of `Date.now()`. */
  refusedAt: Map<string, number>;
}

/** Milliseconds for which a client that was refused in all ways is not tried in more than one. */
const refusedFor = 60_000;

function knownWays(): Known {
  shared[key] ??= { worked: new Map(), refusedAt: new Map() };
  return shared[key];
}

/**
 * The ways in which a client can show at a token endpoint who it is (RFC 6749, section 2.3.1), the likeliest first. What a
 * provider supports it says, but not in which of those ways it has registered this client; the wrong one is refused as
 * `invalid_client` before anything is done, so that another can be tried.
 */
export function waysToAsk(
  metadata: Provider["metadata"],
  { clientId, clientSecret, clientKey }: Client,
): readonly Way[] {
  const { token_endpoint, token_endpoint_auth_methods_supported: supported } = metadata;
  if (clientKey) {
    const shown = async () => ({
      client_id: clientId,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: await clientAssertion(clientKey, clientId, metadata),
    });
    return [only(shown)];
  }
  if (clientSecret === undefined) return [only(async () => ({ client_id: clientId }))];
  const place = `${token_endpoint} ${clientId}`;
  // Without a word about it, Basic is what a provider knows (RFC 8414, section 2).
  const said = names.filter((name) => (supported ?? ["client_secret_basic"]).includes(name));
  const { worked: allWorked, refusedAt } = knownWays();
  const worked = allWorked.get(place);
  const inOrder = new Set<Name>([...(worked ? [worked] : []), ...said, ...names]);
  const isRefused = Date.now() - (refusedAt.get(place) ?? 0) < refusedFor;
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

/** @param shown parameters of the form that say who it is */
function only(shown: () => Promise<Record<string, string>>): Way {
  return {
    question: async (form) => ({ form: { ...form, ...(await shown()) } }),
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
