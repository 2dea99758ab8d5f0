import { UpstreamError } from "../bff/upstream";
import { CircuitOpenError } from "../circuit-breaker";
import type { WebConfig } from "../config";
import { providerAt } from "../oidc/provider";
import { withProviderBreaker } from "../oidc/provider-breakers";
import { ProviderError } from "../oidc/provider-error";
import { requestTokens, type Tokens } from "../oidc/tokens";
import { refreshedIdToken } from "../oidc/verify";
import type { TenantLocation } from "../tenancy/tenant-location";
import { openFromStore, sealForStore } from "./cookie";
import { isOver } from "./ended";
import type { ProviderSession, Session } from "./seal";
import type { Kept } from "./session-store";
import { sessionStore } from "./store";
import { sessionName } from "./store-names";

export type TokenSession = Session & { oidc: ProviderSession };

/** How a renewal ended; `away` leaves everything as it was, and is worth another attempt after so many milliseconds. */
export type Renewal =
  | { kind: "renewed"; session: TokenSession }
  | { kind: "ended" }
  | { kind: "away"; retryAfter?: number };

type Where = Pick<TenantLocation, "prefix" | "tenant">;

/** Longer than a call of the token endpoint may take. */
const leaseMilliseconds = 30_000;
/** How long another process is waited for; one that was killed keeps its lease, and people are told so soon. */
const waitMilliseconds = 12_000;
/** After so long a wait that came to nothing, it is no use to have people wait for a second attempt too. */
const longWait = 3_000;

// The listener on incoming requests and the pages are bundled apart, so they share this through the global object.
const key = Symbol.for("hub.renewals");
const shared = globalThis as typeof globalThis & { [key]?: Map<string, Promise<Renewal>> };

/**
 * New tokens for a session (AU-04). However many requests ask at once, in however many processes, the provider is asked
 * once: refresh tokens that rotate work a single time. Who comes with an older cookie gets what was renewed since.
 */
export function renew(config: WebConfig, where: Where, session: TokenSession): Promise<Renewal> {
  shared[key] ??= new Map();
  const underWay = shared[key];
  const known = underWay.get(session.id);
  if (known) return known;
  const renewal = renewOnce(config, where, session).finally(() => underWay.delete(session.id));
  underWay.set(session.id, renewal);
  return renewal;
}

async function renewOnce(config: WebConfig, where: Where, session: TokenSession): Promise<Renewal> {
  const store = sessionStore(config);
  const begun = Date.now();
  for (;;) {
    const { leased, kept } = await store.lease(session.id, leaseMilliseconds);
    try {
      const newer = await newerThan(config, where, session, kept);
      if (newer && newer.oidc.expires > Date.now() / 1000) return { kind: "renewed", session: newer };
      if (leased && Date.now() - begun > longWait) return { kind: "away" };
      if (leased) return await askForTokens(config, where, newer ?? session);
    } finally {
      // A store that is away meanwhile takes nothing back: the lease runs out by itself.
      if (leased) await store.release(session.id).catch(unlessAway);
    }
    if (await isOver(config, session)) return { kind: "ended" };
    if (Date.now() - begun > waitMilliseconds) return { kind: "away" };
    await store.news();
  }
}

/** What the store has of a session, if it is newer than what a request came with. */
async function newerThan(
  config: WebConfig,
  where: Where,
  { oidc }: TokenSession,
  kept: Kept | undefined,
): Promise<TokenSession | undefined> {
  if (!kept || kept.generation <= oidc.generation) return undefined;
  const session = await openFromStore(config, where, kept.sealed);
  return session?.oidc ? { ...session, oidc: session.oidc } : undefined;
}

/** A session with the tokens that it was given last. */
export async function latestOf(
  config: WebConfig,
  where: Where,
  session: TokenSession,
): Promise<TokenSession> {
  const kept = await sessionStore(config).latest(session.id);
  const asOld = session.accessToken ? session : { ...session, oidc: { ...session.oidc, generation: -1 } };
  return (await newerThan(config, where, asOld, kept)) ?? session;
}

async function askForTokens(config: WebConfig, where: Where, session: TokenSession): Promise<Renewal> {
  const { oidc: settings } = config;
  const { refreshToken, issuer } = session.oidc;
  if (!settings || !refreshToken) return { kind: "ended" };
  let tokens: Tokens;
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
    // Only this says that the session is over; everything else may be better in a moment.
    if (error.code === "invalid_grant") return unlessRenewedElsewhere(config, where, session);
    console.warn(`renewing a session: ${error.message}`);
    return { kind: "away" };
  }
  // From here on there is nothing to wait for but the store: tokens that rotate are not to be had a second time.
  const { clientId } = settings;
  const about = tokens.idToken ? refreshedIdToken(tokens.idToken, { ...session.oidc, clientId }) : "same";
  if (about !== "same" && about !== "unreadable") {
    console.warn(`renewing a session: the refreshed ID token is another's (${about})`);
    return endSession(config, session);
  }
  const idToken = about === "same" ? tokens.idToken : undefined;
  const renewed = withTokens(session, { ...tokens, idToken });
  const kept = { generation: renewed.oidc.generation, sealed: await sealForStore(config, where, renewed) };
  // The tokens that they replace are worth nothing any more: whoever asked for these gets them even while nobody else can.
  await sessionStore(config)
    .keep(session.id, kept, session.began + config.sessionLifetimeSeconds * 1000)
    .catch(unlessAway);
  return { kind: "renewed", session: renewed };
}

/** A refresh token is refused too because somebody, whose lease had run out meanwhile, has used it. */
async function unlessRenewedElsewhere(
  config: WebConfig,
  where: Where,
  session: TokenSession,
): Promise<Renewal> {
  const newer = await newerThan(config, where, session, await sessionStore(config).latest(session.id));
  return newer ? { kind: "renewed", session: newer } : endSession(config, session);
}

function unlessAway(error: unknown): void {
  if (!(error instanceof UpstreamError)) throw error;
}

async function endSession(config: WebConfig, { id, began }: TokenSession): Promise<Renewal> {
  await sessionStore(config).end([sessionName(id)], began + config.sessionLifetimeSeconds * 1000);
  return { kind: "ended" };
}

function withTokens(session: TokenSession, tokens: Tokens): TokenSession {
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
