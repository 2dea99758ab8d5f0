import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ClientMetadata, Configuration } from "oidc-provider";
import { tryOutProvider } from "../../scripts/lib/try-out-provider.mjs";

export const audience = "hub-api";
export const client = { id: "hub", secret: "a secret of the client, long enough" };

type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface TestProvider {
  issuer: string;
  /** Requests to its token endpoint so far, by grant type. */
  grants: string[];
  /** Replaces its response while it returns true. */
  fault?: Fault;
  /** Delay of the token endpoint in milliseconds. */
  tokenDelay: number;
  stop(): Promise<void>;
}

interface Options {
  /** Addresses of the product with prefix, one per tenant. */
  products: readonly string[];
  accessTokenSeconds?: number;
  claimsOf?: (name: string) => Record<string, unknown>;
  client?: Partial<ClientMetadata>;
  more?: Configuration;
}

/** Starts a certified provider on a free port, with faults on demand. */
export async function startProvider({
  products,
  accessTokenSeconds,
  claimsOf,
  client: given,
  more,
}: Options): Promise<TestProvider> {
  const quiet = { info: console.info, warn: console.warn };
  Object.assign(console, { info: () => undefined, warn: () => undefined });
  const server = createServer();
  server.listen(0, "localhost");
  await once(server, "listening");
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = await tryOutProvider(
    {
      issuer,
      audience,
      accessTokenSeconds,
      ...(claimsOf && { claimsOf }),
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          grant_types: ["authorization_code", "refresh_token"],
          redirect_uris: products.map((address) => `${address}/api/auth/callback/oidc`),
          post_logout_redirect_uris: products.map((address) => `${address}/api/auth/signed-out`),
          ...given,
        },
      ],
    },
    more,
  );
  Object.assign(console, quiet);
  const handle = provider.callback();
  const started: TestProvider = {
    issuer,
    grants: [],
    tokenDelay: 0,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  server.on("request", async (request: IncomingMessage, response: ServerResponse) => {
    if (started.fault?.(request, response)) return;
    if (request.method === "POST" && request.url === "/token") {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const text = Buffer.concat(parts).toString();
      started.grants.push(new URLSearchParams(text).get("grant_type") ?? "");
      if (started.tokenDelay > 0) await new Promise((resolve) => setTimeout(resolve, started.tokenDelay));
      // oidc-provider accepts a body parsed earlier.
      Object.assign(request, { body: text });
    }
    await handle(request, response);
  });
  return started;
}
