import { decodeJwt } from "jose";
import { UpstreamError } from "../bff/upstream";
import type { WebConfig } from "../config";
import { type Provider, providerAt } from "../oidc/provider";
import { ProviderError } from "../oidc/provider-error";
import type { OidcSettings } from "../oidc/settings";
import { requestTokens, type Tokens } from "../oidc/tokens";
import { verifyIdToken } from "../oidc/verify";
import type { Place } from "../tenancy/place";
import { openFromStore, sealForStore } from "./cookie";
import { isOver } from "./ended";
import type { ProviderSession, Session } from "./seal";
import { type Kept, sessionStore } from "./store";
import { sessionName } from "./store-names";

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
      // A store that is away meanwhile takes nothing back: the lease runs out by itself.
      if (leased) await store.release(session.id).catch(unlessAway);
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
    // OpenID Connect Core 1.0, section 12.2.
    if (tokens.idToken && (await subjectOf(tokens.idToken, provider, settings)) !== session.oidc.subject)
      return await endSession(config, session);
    const renewed = withTokens(session, tokens);
    const kept = { generation: renewed.oidc.generation, sealed: await sealForStore(config, where, renewed) };
    // The tokens that they replace are worth nothing any more: whoever asked for these gets them even while nobody else can.
    await store
      .keep(session.id, kept, session.began + config.sessionLifetimeSeconds * 1000)
      .catch(unlessAway);
    return { kind: "renewed", session: renewed };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Only this says that the session is over; everything else may be better in a moment.
    if (error.code === "invalid_grant") return endSession(config, session);
    console.warn(`renewing a session: ${error.message}`);
    return { kind: "away" };
  }
}

/**
 * Whom the ID token that came with new tokens is about. It came from the provider itself, so while the keys to check it by
 * cannot be had it counts as it is (section 3.1.3.7, 6): tokens that rotate are not to be had a second time.
 */
async function subjectOf(idToken: string, provider: Provider, { clientId }: OidcSettings): Promise<string> {
  try {
    return (await verifyIdToken(idToken, provider, { clientId })).subject;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "away") throw error;
    return subjectIn(idToken);
  }
}

function subjectIn(idToken: string): string {
  try {
    return decodeJwt(idToken).sub ?? "";
  } catch {
    throw new ProviderError("untrusted", "the ID token cannot be read");
  }
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
