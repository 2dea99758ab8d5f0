import { expiryHeader, noticeSeconds } from "../../session/expiry";
import type { WebConfig } from "../config/config";
import { issuerOf } from "../config/oidc-settings";
import { UpstreamError } from "../http/upstream";
import { isIssuedUnder } from "../oidc/directories";
import { isSuspect } from "../oidc/provider-breakers";
import { endedSessionCookies, readSession, tokenSessionCookies } from "./cookie";
import type { CookieLocation } from "./cookie-name";
import { isOver, isTooOld } from "./ended";
import { latestOf, type Renewal, renew, type TokenSession } from "./renew";
import type { Session } from "./seal";

/** The session of a request and the state of its tokens. */
export interface Resolved {
  /** Undefined without a valid session. */
  session?: Session;
  /** Set-Cookie values for the response. */
  setCookies: string[];
  /** The access token has expired, and the provider is unavailable. */
  away?: true;
  /** Milliseconds until a retry is worthwhile, if known. */
  retryAfter?: number;
  /** The session was ended, rather than expired. */
  ended?: true;
}

/** Any request renews an access token this many seconds before its end; less for short-lived tokens. */
const margin = 10;
const marginOfLifetime = 0.2;
/** Milliseconds that a request waits for a renewal while its token is valid, and while the provider seems unresponsive. */
const timeoutWhileValid = 1_000;
const timeoutWhileSuspect = 2_000;

/** How often a session in use is sealed again within its idle time. */
const sealsPerIdleTime = 20;

const noSession: Resolved = { setCookies: [] };
const ended: Resolved = { setCookies: [], ended: true };

/** Seconds before its end from which a page may renew an access token. */
const earlyMargin = noticeSeconds + 15;

/**
 * Resolves the session of a request with valid tokens (AU-04), neither ended nor too old.
 * @param cookieHeader the request's Cookie header
 * @param early also renews tokens that are still valid for a while
 */
export async function resolveSession(
  config: WebConfig,
  where: CookieLocation,
  cookieHeader: string | null,
  { early = false } = {},
): Promise<Resolved> {
  const { session, isContradictory } = await readSession(config, where, cookieHeader);
  if (isContradictory)
    return { setCookies: endedSessionCookies(config, where, cookieHeader, { planted: true }) };
  if (!session || !isOfThisMode(config, session)) return noSession;
  if (await isOver(config, session)) return isTooOld(config, session) ? noSession : ended;
  if (!isTokenSession(session)) return { session, setCookies: [] };
  const whole = session.accessToken ? session : await latestOf(config, where, session);
  if (!whole.accessToken) return noSession;

  const left = whole.oidc.expires - Date.now() / 1000;
  if (left > marginOf(whole, early)) return extendSession(config, where, whole, cookieHeader);
  const renewal = renew(config, where, whole);
  const outcome = await withTimeout(renewal, left > 0 ? timeoutWhileValid : timeoutFor(config, whole));
  if (outcome?.kind === "renewed") return resolveRenewed(config, where, outcome.session, cookieHeader);
  // Without a refresh token the session has expired, and was not ended.
  if (outcome?.kind === "ended") return whole.oidc.refreshToken ? ended : noSession;
  if (left > 0) return { session: whole, setCookies: [] };
  return { ...noSession, away: true, retryAfter: outcome ? outcome.retryAfter : timeoutWhileSuspect };
}

/**
 * As {@link resolveSession}, with a new access token after the API has refused one; retries once.
 * @param refused the session with the refused token
 */
export async function resolveAgain(
  config: WebConfig,
  where: CookieLocation,
  refused: Session,
  cookieHeader: string | null,
): Promise<Resolved> {
  if (!isTokenSession(refused)) return noSession;
  const renewal = () => withTimeout(renew(config, where, refused), timeoutFor(config, refused));
  let outcome = await renewal();
  // A renewal pending for an older cookie returned the refused token.
  if (outcome?.kind === "renewed" && outcome.session.oidc.generation <= refused.oidc.generation)
    outcome = await renewal();
  if (outcome?.kind === "renewed") return resolveRenewed(config, where, outcome.session, cookieHeader);
  if (outcome?.kind === "ended") return refused.oidc.refreshToken ? ended : noSession;
  return { ...noSession, away: true };
}

/** How many seconds before its end a session's access token is renewed. */
function marginOf({ oidc: { lifetime, refreshToken } }: TokenSession, early: boolean): number {
  if (!refreshToken) return 0;
  return early ? earlyMargin : Math.min(margin, lifetime * marginOfLifetime);
}

/** Response header with the end of the session's access token. */
export function expiryOf(session: Session | undefined): Record<string, string> {
  if (!session?.oidc) return {};
  return { [expiryHeader]: String(Math.max(0, Math.round(session.oidc.expires - Date.now() / 1000))) };
}

/** Retry-After header of a 503 response (RFC 9110, section 10.2.3). */
export function retryOf({ retryAfter = 0 }: Pick<Resolved, "retryAfter">): Record<string, string> {
  return retryAfter > 0 ? { "retry-after": String(Math.ceil(retryAfter / 1000)) } : {};
}

/** Identifies the session in calls of the API, see `toApi`. */
export function authorizationOf({ accessToken, id, oidc }: Session) {
  return oidc
    ? { authorization: `Bearer ${accessToken}`, webSession: id }
    : { authorization: `Basic ${accessToken}` };
}

export function isTokenSession(session: Session): session is TokenSession {
  return session.oidc !== undefined;
}

/** Sessions of another sign-in mode or provider are invalid. */
function isOfThisMode({ oidc }: WebConfig, session: Session): boolean {
  if (!oidc || !session.oidc) return !oidc && !session.oidc;
  return isIssuedUnder(issuerOf(oidc, session.tenant || undefined), session.oidc.issuer);
}

/** Undefined while the provider works: then there is no time limit. */
function timeoutFor({ oidc }: WebConfig, session: TokenSession): number | undefined {
  return oidc && isSuspect(session.oidc.issuer, oidc.clientId) ? timeoutWhileSuspect : undefined;
}

async function withTimeout(
  renewal: Promise<Renewal>,
  milliseconds: number | undefined,
): Promise<Renewal | undefined> {
  if (milliseconds === undefined) return renewal;
  // The renewal continues without a waiting request; the next request sees its failure.
  renewal.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  return Promise.race([renewal, timedOut]).finally(() => clearTimeout(timer));
}

async function resolveRenewed(
  config: WebConfig,
  where: CookieLocation,
  session: TokenSession,
  cookieHeader: string | null,
): Promise<Resolved> {
  // The user may have signed out during the renewal: no cookie is set then.
  const isEnded = await isOver(config, session).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
  });
  if (isEnded) return ended;
  const setCookies = await tokenSessionCookies(config, where, session, cookieHeader);
  // While the store cannot tell, the session is not used, but its cookies keep the new tokens.
  return isEnded === undefined ? { setCookies, away: true } : { session, setCookies };
}

/** Extends the idle time of a session. */
async function extendSession(
  config: WebConfig,
  where: CookieLocation,
  session: TokenSession,
  cookieHeader: string | null,
): Promise<Resolved> {
  const age = Date.now() - session.oidc.sealedAt;
  if (age < (config.sessionIdleSeconds * 1000) / sealsPerIdleTime) return { session, setCookies: [] };
  const used = { ...session, oidc: { ...session.oidc, sealedAt: Date.now() } };
  return { session: used, setCookies: await tokenSessionCookies(config, where, used, cookieHeader) };
}
