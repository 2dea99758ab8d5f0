import type { WebConfig } from "../config";
import { issuerOf, sameIssuer } from "../oidc/settings";
import type { Place } from "../tenancy/place";
import { sessionFrom, tokenSessionCookies } from "./cookie";
import { isOver } from "./ended";
import { expiryHeader, noticeSeconds } from "./expiry";
import { latestOf, type Renewal, renew, type TokenSession } from "./renew";
import type { Session } from "./seal";

type Where = Pick<Place, "prefix" | "tenant">;

/** Whose request it is. */
export interface Resolved {
  /** Left out for nobody's. */
  session?: Session;
  /** Values of Set-Cookie headers that the answer has to carry. */
  setCookies: string[];
  /** There is a session whose access token is over, and its provider cannot be asked for another now. */
  away?: true;
}

/** Seconds before its end at which an access token is renewed by whichever request comes; less for short-lived ones. */
const margin = 10;
const marginOfLifetime = 0.2;
/** Milliseconds that a request waits for that while its token is still good. */
const patienceWhileValid = 1_000;

/** A session that is used is sealed anew so many times within the time in which it would be over unused. */
const touchesWhileIdle = 20;

const nobody: Resolved = { setCookies: [] };

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
  const session = await sessionFrom(config, where, cookieHeader);
  if (!session || !isOfThisMode(config, session) || (await isOver(config, session))) return nobody;
  if (!isTokenSession(session)) return { session, setCookies: [] };
  const whole = session.accessToken ? session : await latestOf(config, where, session);
  if (!whole.accessToken) return nobody;

  const left = whole.oidc.expires - Date.now() / 1000;
  if (left > marginOf(whole, early)) return touched(config, where, whole, cookieHeader);
  const renewal = renew(config, where, whole);
  const outcome = left > 0 ? await soon(renewal) : await renewal;
  if (outcome?.kind === "renewed") return renewed(config, where, outcome.session, cookieHeader);
  if (outcome?.kind === "ended") return nobody;
  return left > 0 ? { session: whole, setCookies: [] } : { ...nobody, away: true };
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
  let outcome = await renew(config, where, refused);
  // One that was under way for an older cookie has come to what was refused.
  if (outcome.kind === "renewed" && outcome.session.oidc.generation <= refused.oidc.generation)
    outcome = await renew(config, where, refused);
  if (outcome.kind === "renewed") return renewed(config, where, outcome.session, cookieHeader);
  return outcome.kind === "away" ? { ...nobody, away: true } : nobody;
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
  return sameIssuer(issuerOf(oidc, session.tenant || undefined), session.oidc.issuer);
}

async function soon(renewal: Promise<Renewal>): Promise<Renewal | undefined> {
  // It goes on when nobody waits any more, and its failure is the next request's to see.
  renewal.catch(() => undefined);
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    late = setTimeout(resolve, patienceWhileValid, undefined);
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
  if (await isOver(config, session)) return nobody;
  return { session, setCookies: await tokenSessionCookies(config, where, session, cookieHeader) };
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
