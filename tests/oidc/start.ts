import type { FakeApi } from "../bff/fake-api";
import { startWebWithFakeApi } from "../bff/web";
import { freePort } from "../support/free-port";
import { client, startProvider, type TestProvider } from "../support/provider";

type ProviderOptions = Omit<Parameters<typeof startProvider>[0], "products">;

export interface OidcProduct {
  port: number;
  /** `http://localhost:port`. */
  origin: string;
  api: FakeApi;
  provider: TestProvider;
  stop(): Promise<void>;
}

/** The built web process in front of a fake API, with a separate provider. */
export async function startOidc({
  settings = {},
  prefixes = [""],
  ...options
}: ProviderOptions & {
  settings?: Record<string, string>;
  prefixes?: readonly string[];
} = {}): Promise<OidcProduct> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const provider = await startProvider({ products: prefixes.map((prefix) => origin + prefix), ...options });
  const web = await startWebWithFakeApi({ PORT: String(port), ...oidcSettings(provider), ...settings });
  return {
    port,
    origin,
    api: web.api,
    provider,
    stop: async () => {
      await web.stop();
      await provider.stop();
    },
  };
}

export function oidcSettings({ issuer }: Pick<TestProvider, "issuer">): Record<string, string> {
  return {
    AUTH_MODE: "oidc",
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
  };
}
