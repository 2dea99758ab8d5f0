import type { WebConfig } from "../config/config";
import { CircuitOpenError } from "../core/circuit-breaker";
import { onePerProcess } from "../core/one-per-process";
import { UpstreamError } from "../http/upstream";
import { providerAt } from "../oidc/provider";
import { withProviderBreaker } from "../oidc/provider-breakers";
import { ProviderError } from "../oidc/provider-error";
import { type ProviderTokens, requestTokens } from "../oidc/tokens";
import { refreshedIdToken } from "../oidc/verify";
import { openFromStore, sealForStore } from "./cookie";
import type { CookieLocation } from "./cookie-name";
import { isOver } from "./ended";
import type { ProviderSession, Session } from "./seal";
import type { Kept } from "./session-store";
import { sessionStore } from "./store";
import { sessionName } from "./store-names";

export type TokenSession = Session & { oidc: ProviderSession };

/** Outcome of a renewal; `away` changes nothing, and can be retried after `retryAfter` milliseconds. */
export type Renewal =
  | { kind: "renewed"; session: TokenSession }
  | { kind: "ended" }
  | { kind: "away"; retryAfter?: number };

/** Longer than a call of the token endpoint may take. */
const leaseMilliseconds = 30_000;
/** How long to wait for another process; one that was killed keeps its lease, and users get an error after this time. */
const waitMilliseconds = 12_000;
/** After an unsuccessful wait of this length, requests do not wait for a second attempt. */
const longWait = 3_000;

const pending = onePerProcess("renewals", () => new Map<string, Promise<Renewal>>());

/**
 * Gets new tokens for a session (AU-04). Calls the provider once for any number of concurrent requests and processes,
 * because rotating refresh tokens work only once. An older cookie gets the tokens renewed since.
 */
export function renew(config: WebConfig, where: CookieLocation, session: TokenSession): Promise<Renewal> {
  const known = pending.get(session.id);
  if (known) return known;
  const renewal = renewOnce(config, where, session).finally(() => pending.delete(session.id));
  pending.set(session.id, renewal);
  return renewal;
}

async function renewOnce(config: WebConfig, where: CookieLocation, session: TokenSession): Promise<Renewal> {
  const store = sessionStore(config);
  const begun = Date.now();
  for (;;) {
    const { leased, kept } = await store.lease(session.id, leaseMilliseconds);
    try {
      const newer = await getNewerTokens(config, where, session, kept);
      if (newer && newer.oidc.expires > Date.now() / 1000) return { kind: "renewed", session: newer };
      if (leased && Date.now() - begun > longWait) return { kind: "away" };
      if (leased) return await requestNewTokens(config, where, newer ?? session);
    } finally {
      // If the store is away, the lease expires.
      if (leased) await store.release(session.id).catch(ignoreUnavailable);
    }
    if (await isOver(config, session)) return { kind: "ended" };
    if (Date.now() - begun > waitMilliseconds) return { kind: "away" };
    await store.news();
  }
}

/** The store's tokens of a session, if newer than the request's. */
async function getNewerTokens(
  config: WebConfig,
  where: CookieLocation,
  { oidc }: TokenSession,
  kept: Kept | undefined,
): Promise<TokenSession | undefined> {
  if (!kept || kept.generation <= oidc.generation) return undefined;
  const session = await openFromStore(config, where, kept.sealed);
  return session?.oidc ? { ...session, oidc: session.oidc } : undefined;
}

/** The session with its latest tokens. */
export async function latestOf(
  config: WebConfig,
  where: CookieLocation,
  session: TokenSession,
): Promise<TokenSession> {
  const kept = await sessionStore(config).latest(session.id);
  const asOld = session.accessToken ? session : { ...session, oidc: { ...session.oidc, generation: -1 } };
  return (await getNewerTokens(config, where, asOld, kept)) ?? session;
}

async function requestNewTokens(
  config: WebConfig,
  where: CookieLocation,
  session: TokenSession,
): Promise<Renewal> {
  const { oidc: settings } = config;
  const { refreshToken, issuer } = session.oidc;
  if (!settings || !refreshToken) return { kind: "ended" };
  let tokens: ProviderTokens;
  try {
    tokens = await withProviderBreaker(
      { issuer, clientId: settings.clientId, sessionId: session.id },
      async () =>
        requestTokens(await providerAt(issuer), settings, {
          grant_type: "refresh_token",
          refresh_token: refreshToken,
          ...(settings.resource && { resource: settings.resource }),
        }),
    );
  } catch (error) {
    if (error instanceof CircuitOpenError) return { kind: "away", retryAfter: error.retryAfter };
    if (!(error instanceof ProviderError)) throw error;
    // Only this error means that the session is over; any other may be temporary.
    if (error.code === "invalid_grant") return endUnlessRenewed(config, where, session);
    console.warn(`renewing a session: ${error.message}`);
    return { kind: "away" };
  }
  // Past this point only the store may block: rotating tokens cannot be requested twice.
  const { clientId } = settings;
  const about = tokens.idToken ? refreshedIdToken(tokens.idToken, { ...session.oidc, clientId }) : "same";
  if (about !== "same" && about !== "unreadable" && about !== "undated") {
    console.warn(`renewing a session: the refreshed ID token is another's (${about})`);
    return endSession(config, session);
  }
  // The time of an undated one would pass for that of the sign-in (AU-12).
  const idToken = about === "same" ? tokens.idToken : undefined;
  const renewed = withTokens(session, { ...tokens, idToken });
  const kept = { generation: renewed.oidc.generation, sealed: await sealForStore(config, where, renewed) };
  // The replaced tokens are void, so this request gets the new ones even if the store cannot share them.
  await sessionStore(config)
    .keep(session.id, kept, session.began + config.sessionLifetimeSeconds * 1000)
    .catch(ignoreUnavailable);
  return { kind: "renewed", session: renewed };
}

/** The refresh token may also be refused because another process used it after our lease expired. */
async function endUnlessRenewed(
  config: WebConfig,
  where: CookieLocation,
  session: TokenSession,
): Promise<Renewal> {
  const newer = await getNewerTokens(config, where, session, await sessionStore(config).latest(session.id));
  return newer ? { kind: "renewed", session: newer } : endSession(config, session);
}

function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof UpstreamError)) throw error;
}

async function endSession(config: WebConfig, { id, began }: TokenSession): Promise<Renewal> {
  await sessionStore(config).end([sessionName(id)], began + config.sessionLifetimeSeconds * 1000);
  return { kind: "ended" };
}

function withTokens(session: TokenSession, tokens: ProviderTokens): TokenSession {
  const { oidc } = session;
  return {
    ...session,
    accessToken: tokens.accessToken,
    oidc: {
      ...oidc,
      refreshToken: tokens.refreshToken ?? oidc.refreshToken,
      idToken: tokens.idToken ?? oidc.idToken,
      expires: tokens.expires,
      lifetime: tokens.lifetime,
      generation: oidc.generation + 1,
      sealedAt: Date.now(),
    },
  };
}
