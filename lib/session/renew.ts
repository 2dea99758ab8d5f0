import type { WebConfig } from "../config";
import { providerAt } from "../oidc/provider";
import { ProviderError } from "../oidc/provider-error";
import { requestTokens, type Tokens } from "../oidc/tokens";
import { verifyIdToken } from "../oidc/verify";
import type { Place } from "../tenancy/place";
import { openFromStore, sealForStore } from "./cookie";
import { isOver } from "./ended";
import type { ProviderSession, Session } from "./seal";
import { type Kept, sessionName, sessionStore } from "./store";

export type TokenSession = Session & { oidc: ProviderSession };

/** How a renewal ended; `away` leaves everything as it was. */
export type Renewal = { kind: "renewed"; session: TokenSession } | { kind: "ended" } | { kind: "away" };

type Where = Pick<Place, "prefix" | "tenant">;

/** Longer than the token endpoint is waited for. */
const leaseMilliseconds = 30_000;

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
  const giveUp = Date.now() + leaseMilliseconds;
  for (;;) {
    const { leased, kept } = await store.lease(session.id, leaseMilliseconds);
    try {
      const newer = await newerThan(config, where, session, kept);
      if (newer && newer.oidc.expires > Date.now() / 1000) return { kind: "renewed", session: newer };
      if (leased) return await askForTokens(config, where, newer ?? session);
    } finally {
      if (leased) await store.release(session.id);
    }
    if (await isOver(config, session)) return { kind: "ended" };
    if (Date.now() > giveUp) return { kind: "away" };
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
  const store = sessionStore(config);
  try {
    const provider = await providerAt(issuer);
    const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
    const tokens = await requestTokens(provider, settings, {
      ...grant,
      ...(settings.resource && { resource: settings.resource }),
    });
    if (tokens.idToken) {
      const { subject } = await verifyIdToken(tokens.idToken, provider, settings);
      // OpenID Connect Core 1.0, section 12.2.
      if (subject !== session.oidc.subject) return await endSession(config, session);
    }
    const renewed = withTokens(session, tokens);
    await store.keep(
      session.id,
      { generation: renewed.oidc.generation, sealed: await sealForStore(config, where, renewed) },
      session.began + config.sessionLifetimeSeconds * 1000,
    );
    return { kind: "renewed", session: renewed };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Only this says that the session is over; everything else may be better in a moment.
    if (error.code === "invalid_grant") return endSession(config, session);
    console.warn(`renewing a session: ${error.message}`);
    return { kind: "away" };
  }
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
