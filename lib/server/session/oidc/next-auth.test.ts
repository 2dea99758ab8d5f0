import { expect, test } from "vitest";
import { readConfig } from "../../config/config";
import type { Provider } from "../../oidc/provider";
import { beginAtProvider } from "./next-auth";

test("[AU-01] adds the sign-in's parameters to the query that the provider's authorization address has", async () => {
  const config = readConfig({
    AUTH_MODE: "oidc",
    OIDC_CLIENT_ID: "hub",
    OIDC_ISSUER: "https://id.example/tenant/v2.0/",
    OIDC_PARAMETERS: "prompt=consent",
    OIDC_SCOPE: "openid profile email",
    PUBLIC_URL: "https://work.example",
    SESSION_SECRET: "a secret of at least thirty-two characters",
  });
  if (!config.oidc) throw new Error("no provider");
  const metadata = {
    issuer: config.oidc.issuer,
    authorization_endpoint: "https://id.example/tenant/authorize?p=B2C_1_sign%20in&x=1",
    token_endpoint: "https://id.example/tenant/token?p=B2C_1_sign%20in",
    jwks_uri: "https://id.example/tenant/keys",
  };
  const provider = { metadata } as Provider;
  const { location, state, checks } = await beginAtProvider(
    { config, oidc: config.oidc, provider, prefix: "/admin" },
    { prompt: "login" },
  );
  const to = new URL(location);
  expect(to.origin + to.pathname).toBe("https://id.example/tenant/authorize");
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    p: "B2C_1_sign in",
    x: "1",
    client_id: "hub",
    code_challenge_method: "S256",
    nonce: checks.nonce,
    prompt: "login",
    redirect_uri: "https://work.example/admin/api/auth/callback/oidc",
    response_type: "code",
    scope: "openid profile email",
    state,
  });
  expect(location).not.toContain(String(checks.pkce));
});
