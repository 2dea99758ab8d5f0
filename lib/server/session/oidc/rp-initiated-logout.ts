import { onlyCookie } from "../../../session/chunks";
import type { WebConfig } from "../../config/config";
import { issuerOf } from "../../config/oidc-settings";
import { callProvider } from "../../oidc/ask";
import { discoveryOf, providerAt } from "../../oidc/provider";
import { ProviderError } from "../../oidc/provider-error";
import { revokeToken } from "../../oidc/tokens";
import type { TenantLocation } from "../../tenancy/tenant-location";
import { securityPrefix, setCookie } from "../cookie-name";
import { latestOf, type TokenSession } from "../renew";
import { openFields, sealFields } from "../seal";
import { sessionStore } from "../store";
import { signedOutNames } from "../store-names";
import { authPath, returnAddress, tenantPrefix } from "./addresses";
import { redirectTo } from "./redirect";

const binding = "signing out";
const seconds = 60;

/** Maximum length of an ID token that fits an address and a cookie; without it, the provider asks which session to end. */
const maxHintLength = 3_600;

/**
 * Ends a session here and revokes its refresh token at the provider (AU-08).
 * @returns the address at which the provider ends its own session, and the cookie needed there. It carries the ID token, so
 * that no script ever has it.
 * @throws {UpstreamError} while the session store is away
 */
export async function endOwnSession(
  config: WebConfig,
  place: TenantLocation,
  session: TokenSession,
): Promise<{ goOn: string; cookie: string }> {
  const { oidc } = config;
  const store = sessionStore(config);
  // While the store is away, at least the tokens in the cookie are revoked.
  const [ended, latest] = await Promise.allSettled([
    store.end(signedOutNames(session), session.began + config.sessionLifetimeSeconds * 1000),
    latestOf(config, place, session),
  ]);
  const {
    refreshToken,
    issuer,
    idToken = "",
  } = (latest.status === "fulfilled" ? latest.value : session).oidc;
  if (refreshToken && oidc) void revoke(oidc, issuer, refreshToken);
  if (ended.status === "rejected") throw ended.reason;
  const hint = idToken.length > maxHintLength ? "" : idToken;
  const sealing = { secret: config.sessionSecret, binding };
  const sealed = await sealFields([hint, String(Date.now() + seconds * 1000)], sealing);
  return { goOn: authPath("providerLogout", place), cookie: logoutCookie(config, place, sealed, seconds) };
}

/** Removes the cookie of a sign-out that did not reach the provider: it takes space from another session's tokens. */
export const logoutCookieRemoval = (config: WebConfig, place: Pick<TenantLocation, "prefix">): string =>
  logoutCookie(config, place, "", 0);

function logoutCookie(
  config: WebConfig,
  { prefix }: Pick<TenantLocation, "prefix">,
  value: string,
  maxAge: number,
): string {
  const path = prefix || "/";
  return setCookie(config, { name: nameOn(config, path), value, path, maxAge });
}

/** Not awaited: the session has ended here, even if the provider fails. */
async function revoke(
  oidc: NonNullable<WebConfig["oidc"]>,
  issuer: string,
  refreshToken: string,
): Promise<void> {
  try {
    await revokeToken(await providerAt(issuer), oidc, refreshToken);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    console.warn(`revoking a token: ${error.message}`);
  }
}

const nameOn = (config: WebConfig, path: string) => `${securityPrefix(config, path)}hub.leaving`;

/** Milliseconds to wait for a response from the provider during sign-out. */
const timeout = 2_500;

/**
 * Redirects to the provider to end its session, with a fixed return address (OpenID Connect RP-Initiated Logout 1.0). Works
 * only directly after sign-out; otherwise redirects to the sign-in page. If the provider does not respond, our own page
 * says that the session has ended here, but perhaps not there.
 */
export async function logOutAtProvider(
  request: Request,
  place: TenantLocation,
  config: WebConfig,
): Promise<Response> {
  const signedOut = `${place.prefix}/login?signedOut=1`;
  const localOnly = `${place.prefix}/login?signedOut=here`;
  const name = nameOn(config, place.prefix || "/");
  const removal = logoutCookieRemoval(config, place);
  const sealing = { secret: config.sessionSecret, binding };
  const value = onlyCookie(request.headers.get("cookie"), name) ?? "";
  const [idToken, until] = (await openFields(value, sealing)) ?? [];
  const { oidc } = config;
  if (!oidc || idToken === undefined || Number(until) < Date.now()) return redirectTo(signedOut, [removal]);
  try {
    const issuer = issuerOf(oidc, place.tenant);
    const { metadata } = await withTimeout(providerAt(issuer));
    if (!metadata.end_session_endpoint) return redirectTo(signedOut, [removal]);
    const to = new URL(metadata.end_session_endpoint);
    // Checks only discovery: the logout address itself may be reachable by browsers only.
    await withTimeout(callProvider(discoveryOf(issuer)));
    to.searchParams.set("client_id", oidc.clientId);
    to.searchParams.set("post_logout_redirect_uri", returnAddress(config, place, "loggedOut"));
    if (idToken) to.searchParams.set("id_token_hint", idToken);
    if (oidc.redirect === "shared" && place.tenant) to.searchParams.set("state", place.prefix);
    return redirectTo(to.href, [removal]);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    console.warn(`signing out at the provider: ${error.message}`);
    return redirectTo(localOnly, [removal]);
  }
}

/** @throws {ProviderError} `away` after the timeout */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    const error = new ProviderError("away", "the provider takes too long");
    timer = setTimeout(() => reject(error), timeout);
  });
  return Promise.race([work, timedOut]).finally(() => clearTimeout(timer));
}

/** Handles the redirect back after the provider has ended its session. */
export function afterProviderLogout(
  request: Request,
  place: TenantLocation | undefined,
  config: WebConfig,
): Response {
  const prefix = place ? place.prefix : tenantPrefix(new URL(request.url).searchParams.get("state"), config);
  return redirectTo(`${prefix}/login?signedOut=1`);
}
