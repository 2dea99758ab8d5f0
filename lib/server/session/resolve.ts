import { expiryHeader, noticeSeconds } from "../../session/expiry";
import { UpstreamError } from "../bff/upstream";
import type { WebConfig } from "../config";
import { isIssuedUnder } from "../oidc/directories";
import { isSuspect } from "../oidc/provider-breakers";
import { issuerOf } from "../oidc/settings";
import { endedSessionCookies, readSession, tokenSessionCookies } from "./cookie";
import type { CookieLocation } from "./cookie-name";
import { isOver, isTooOld } from "./ended";
import { latestOf, type Renewal, renew, type TokenSession } from "./renew";
import type { Session } from "./seal";

type Where = CookieLocation;

/** Whose request it is. */
export interface Resolved {
  /** Left out for nobody's. */
  session?: Session;
  /** Values of Set-Cookie headers that the answer has to carry. */
  setCookies: string[];
  /** There is a session whose access token is over, and its provider cannot be asked for another now. */
  away?: true;
  /** Milliseconds after which that is worth another attempt, as far as is known. */
  retryAfter?: number;
  /** There was a session that somebody has ended: it has not just grown too old. */
  ended?: true;
}

/** Seconds before its end at which an access token is renewed by whichever request comes; less for short-lived ones. */
const margin = 10;
const marginOfLifetime = 0.2;
/** Milliseconds that a request waits for that while its token is still good, and while the provider does not seem to answer. */
const timeoutWhileValid = 1_000;
const timeoutWhileSuspect = 2_000;

/** A session that is used is sealed anew so many times within the time in which it would be over unused. */
const touchesWhileIdle = 20;

const nobody: Resolved = { setCookies: [] };
const ended: Resolved = { setCookies: [], ended: true };

/** Seconds before its end from which a page may have an access token renewed. */
const earlyMargin = noticeSeconds + 15;

/**
 * The session of a request, with tokens that are still good (AU-04): alive, neither ended nor too old.
 * @param cookieHeader the request's Cookie header
 * @param early renews tokens that are good for a while yet
 */
export async function resolveSession(
  config: WebConfig,
  where: Where,
  cookieHeader: string | null,
  { early = false } = {},
): Promise<Resolved> {
  const { session, isContradictory } = await readSession(config, where, cookieHeader);
  if (isContradictory)
    return { setCookies: endedSessionCookies(config, where, cookieHeader, { planted: true }) };
  if (!session || !isOfThisMode(config, session)) return nobody;
  if (await isOver(config, session)) return isTooOld(config, session) ? nobody : ended;
  if (!isTokenSession(session)) return { session, setCookies: [] };
  const whole = session.accessToken ? session : await latestOf(config, where, session);
  if (!whole.accessToken) return nobody;

  const left = whole.oidc.expires - Date.now() / 1000;
  if (left > marginOf(whole, early)) return touched(config, where, whole, cookieHeader);
  const renewal = renew(config, where, whole);
  const outcome = await soon(renewal, left > 0 ? timeoutWhileValid : timeoutFor(config, whole));
  if (outcome?.kind === "renewed") return renewed(config, where, outcome.session, cookieHeader);
  // Without a refresh token it has run out, and nobody has ended it.
  if (outcome?.kind === "ended") return whole.oidc.refreshToken ? ended : nobody;
  if (left > 0) return { session: whole, setCookies: [] };
  return { ...nobody, away: true, retryAfter: outcome ? outcome.retryAfter : timeoutWhileSuspect };
}

/**
 * As {@link resolveSession}, after the API has refused the access token: another one, once.
 * @param refused what was refused
 */
export async function resolveAgain(
  config: WebConfig,
  where: Where,
  refused: Session,
  cookieHeader: string | null,
): Promise<Resolved> {
  if (!isTokenSession(refused)) return nobody;
  const renewal = () => soon(renew(config, where, refused), timeoutFor(config, refused));
  let outcome = await renewal();
  // One that was under way for an older cookie has come to what was refused.
  if (outcome?.kind === "renewed" && outcome.session.oidc.generation <= refused.oidc.generation)
    outcome = await renewal();
  if (outcome?.kind === "renewed") return renewed(config, where, outcome.session, cookieHeader);
  if (outcome?.kind === "ended") return refused.oidc.refreshToken ? ended : nobody;
  return { ...nobody, away: true };
}

/** How many seconds before its end the access token of a session is renewed. */
function marginOf({ oidc: { lifetime, refreshToken } }: TokenSession, early: boolean): number {
  if (!refreshToken) return 0;
  return early ? earlyMargin : Math.min(margin, lifetime * marginOfLifetime);
}

/** Says in a header of the answer when the session's access token ends. */
export function expiryOf(session: Session | undefined): Record<string, string> {
  if (!session?.oidc) return {};
  return { [expiryHeader]: String(Math.max(0, Math.round(session.oidc.expires - Date.now() / 1000))) };
}

/** Says in a header of an answer of 503 after how many seconds another attempt is worth while (RFC 9110, section 10.2.3). */
export function retryOf({ retryAfter = 0 }: Pick<Resolved, "retryAfter">): Record<string, string> {
  return retryAfter > 0 ? { "retry-after": String(Math.ceil(retryAfter / 1000)) } : {};
}

/** What goes into the Authorization header of the API's calls. */
export function authorizationOf({ accessToken, oidc }: Session): string {
  return `${oidc ? "Bearer" : "Basic"} ${accessToken}`;
}

export function isTokenSession(session: Session): session is TokenSession {
  return session.oidc !== undefined;
}

/** Sessions of another sign-in mode, or of another provider, went with it. */
function isOfThisMode({ oidc }: WebConfig, session: Session): boolean {
  if (!oidc || !session.oidc) return !oidc && !session.oidc;
  return isIssuedUnder(issuerOf(oidc, session.tenant || undefined), session.oidc.issuer);
}

/** Undefined while nothing is wrong: then it is waited for as long as it takes. */
function timeoutFor({ oidc }: WebConfig, session: TokenSession): number | undefined {
  return oidc && isSuspect(session.oidc.issuer, oidc.clientId) ? timeoutWhileSuspect : undefined;
}

async function soon(
  renewal: Promise<Renewal>,
  milliseconds: number | undefined,
): Promise<Renewal | undefined> {
  if (milliseconds === undefined) return renewal;
  // It goes on when nobody waits any more, and its failure is the next request's to see.
  renewal.catch(() => undefined);
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    late = setTimeout(resolve, milliseconds, undefined);
  });
  return Promise.race([renewal, tooLate]).finally(() => clearTimeout(late));
}

async function renewed(
  config: WebConfig,
  where: Where,
  session: TokenSession,
  cookieHeader: string | null,
): Promise<Resolved> {
  // Somebody may have signed out while the provider was asked: no cookie comes back after that.
  const isEnded = await isOver(config, session).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
  });
  if (isEnded) return ended;
  const setCookies = await tokenSessionCookies(config, where, session, cookieHeader);
  // While nobody can tell, the session is not used; its tokens are kept where they last, and asked about again with it.
  return isEnded === undefined ? { setCookies, away: true } : { session, setCookies };
}

/** Moves the time at which a session is over unused. */
async function touched(
  config: WebConfig,
  where: Where,
  session: TokenSession,
  cookieHeader: string | null,
): Promise<Resolved> {
  const age = Date.now() - session.oidc.sealedAt;
  if (age < (config.sessionIdleSeconds * 1000) / touchesWhileIdle) return { session, setCookies: [] };
  const used = { ...session, oidc: { ...session.oidc, sealedAt: Date.now() } };
  return { session: used, setCookies: await tokenSessionCookies(config, where, used, cookieHeader) };
}
