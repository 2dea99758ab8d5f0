// See docs/decisions/0021.

import { createHash, randomBytes } from "node:crypto";
import type { AuthOptions } from "next-auth";
import { decode, encode } from "next-auth/jwt";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { WebConfig } from "../../config/config";
import type { OidcSettings } from "../../config/oidc-settings";
import type { Provider } from "../../oidc/provider";
import { reportProviderUp } from "../../oidc/provider-breakers";
import { type ProviderTokens, requestTokens } from "../../oidc/tokens";
import { verifyIdToken } from "../../oidc/verify";
import { askNextAuth } from "./ask-next-auth";
import { SignInFailure } from "./failure";

/** The provider's name in addresses. */
const providerId = "oidc";

export interface Identity {
  tokens: ProviderTokens;
  issuer: string;
  subject: string;
  providerSession?: string;
}

interface Setting {
  config: Pick<WebConfig, "publicUrl" | "sessionSecret">;
  oidc: OidcSettings;
  provider: Provider;
  /** Base path, and tenant if any, of the callback address. */
  prefix: string;
}

/**
 * Starts a sign-in with next-auth.
 * @param more additional parameters of the authorization request
 * @returns the redirect target, and the checks that next-auth needs in the callback
 */
export async function beginAtProvider(
  setting: Setting,
  more: Record<string, string>,
): Promise<{ location: string; state: string; checks: Record<string, string> }> {
  const options = optionsFor(setting, {});
  const csrfToken = randomBytes(32).toString("hex");
  // Starting a sign-in by a link changes nothing, so the CSRF token is created here.
  const hash = createHash("sha256").update(`${csrfToken}${options.secret}`).digest("hex");
  const { location, cookies } = await askNextAuth(addressOf(setting), options, {
    method: "POST",
    action: "signin",
    query: more,
    cookies: { [cookieNames.csrfToken]: `${csrfToken}|${hash}` },
    body: { csrfToken },
  });
  const checks = await checksFrom(cookies, options.secret);
  const state = checks[cookieNames.state];
  if (!location || !state) throw new Error("next-auth did not begin a sign-in");
  return { location, state, checks };
}

/**
 * Finishes a sign-in with next-auth: compares state, PKCE verifier and nonce, exchanges the code and validates the ID
 * token.
 * @param query query of the callback address
 * @param requireKnownUser throws if the user is not allowed in
 * @throws any error on the way
 */
export async function finishAtProvider(
  setting: Setting,
  query: Record<string, string>,
  checks: Record<string, string>,
  requireKnownUser: (identity: Identity) => Promise<void>,
): Promise<Identity> {
  let found: Identity | undefined;
  let failure: unknown;
  const recordFailure = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      failure ??= error;
      throw error;
    }
  };
  const options = optionsFor(setting, {
    request: (given) =>
      recordFailure(async () => {
        found = await exchange(setting, given.provider.callbackUrl, given.params, given.checks);
        return { tokens: { access_token: found.tokens.accessToken, id_token: found.tokens.idToken } };
      }),
    signIn: () =>
      recordFailure(async () => {
        if (!found) throw new SignInFailure("unusable");
        await requireKnownUser(found);
        return true;
      }),
  });
  const cookies = await cookiesOf(checks, options.secret);
  const response = await askNextAuth(addressOf(setting), options, {
    method: "GET",
    action: "callback",
    query,
    cookies,
  });
  if (failure !== undefined) throw failure;
  if (!found || response.cookies[cookieNames.sessionToken] !== sessionMark)
    throw new SignInFailure("expired");
  return found;
}

function addressOf({ config: { publicUrl }, prefix }: Setting) {
  return { publicUrl, prefix, providerId };
}

/** Replaces next-auth's code exchange between the checks of a callback and its end. */
async function exchange(
  { oidc, provider }: Setting,
  redirectUri: string,
  params: Record<string, unknown>,
  checks: { state?: string; nonce?: string; code_verifier?: string },
): Promise<Identity> {
  const { metadata } = provider;
  if (typeof params.state !== "string" || params.state !== checks.state) throw new SignInFailure("expired");
  // RFC 9207: a response that names another issuer was meant for another sign-in.
  const required = metadata.authorization_response_iss_parameter_supported === true;
  if (params.iss === undefined ? required : params.iss !== metadata.issuer)
    throw new SignInFailure("untrusted", "", "the answer is another provider's");
  if (typeof params.code !== "string" || !checks.code_verifier) throw new SignInFailure("expired");
  const tokens = await requestTokens(provider, oidc, {
    grant_type: "authorization_code",
    code: params.code,
    redirect_uri: redirectUri,
    code_verifier: checks.code_verifier,
    ...(oidc.resource && { resource: oidc.resource }),
  });
  reportProviderUp(metadata.issuer, oidc.clientId);
  if (!tokens.idToken) throw new SignInFailure("unusable", "", "there is no ID token in the answer");
  const about = await verifyIdToken(tokens.idToken, provider, {
    clientId: oidc.clientId,
    nonce: checks.nonce ?? "",
  });
  return { tokens, ...about };
}

/** Names of next-auth's cookies; used in this file only. */
const cookieNames = {
  csrfToken: "csrf",
  callbackUrl: "callback",
  sessionToken: "session",
  state: "state",
  nonce: "nonce",
  pkceCodeVerifier: "pkce",
} as const;
const checkNames = [cookieNames.state, cookieNames.nonce, cookieNames.pkceCodeVerifier];

/** Placeholder that next-auth writes into its session cookie; the real session is written elsewhere. */
const sessionMark = "made";

/** Decrypts next-auth's check cookies, to be stored in one of ours. */
async function checksFrom(cookies: Record<string, string>, secret: string): Promise<Record<string, string>> {
  const checks: Record<string, string> = {};
  for (const name of checkNames) {
    const opened = await decode({ token: cookies[name], secret, salt: name });
    if (typeof opened?.value === "string") checks[name] = opened.value;
  }
  return checks;
}

/** Rebuilds next-auth's cookies as the browser would return them. */
async function cookiesOf(checks: Record<string, string>, secret: string): Promise<Record<string, string>> {
  const cookies: Record<string, string> = {};
  for (const name of checkNames) {
    const token = { value: checks[name], provider: providerId };
    cookies[name] = await encode({ token, secret, salt: name, maxAge: 60 });
  }
  return cookies;
}

type TokenRequest = NonNullable<Extract<OAuthConfig<unknown>["token"], object>["request"]>;

interface Hooks {
  request?: TokenRequest;
  signIn?: () => Promise<boolean>;
}

function optionsFor({ config, oidc, provider }: Setting, hooks: Hooks): AuthOptions & { secret: string } {
  const { metadata } = provider;
  const atProvider: OAuthConfig<{ sub: string }> = {
    id: providerId,
    name: providerId,
    type: "oauth",
    issuer: metadata.issuer,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: {
      url: metadata.authorization_endpoint,
      params: { ...oidc.parameters, scope: oidc.scope, ...(oidc.resource && { resource: oidc.resource }) },
    },
    token: { url: metadata.token_endpoint, request: hooks.request },
    jwks_endpoint: metadata.jwks_uri,
    profile: ({ sub }) => ({ id: sub }),
  };
  const cookie = (name: string) => ({ name, options: { httpOnly: true, path: "/" } });
  return {
    secret: config.sessionSecret,
    providers: [atProvider],
    session: { strategy: "jwt" },
    jwt: { encode: async () => sessionMark, decode: async () => null },
    callbacks: { signIn: hooks.signIn ?? (() => true), redirect: ({ url }) => url },
    cookies: {
      csrfToken: cookie(cookieNames.csrfToken),
      callbackUrl: cookie(cookieNames.callbackUrl),
      sessionToken: cookie(cookieNames.sessionToken),
      state: cookie(cookieNames.state),
      nonce: cookie(cookieNames.nonce),
      pkceCodeVerifier: cookie(cookieNames.pkceCodeVerifier),
    },
    // Failures are thrown; next-auth's own log lines would contain the provider's responses.
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
}
