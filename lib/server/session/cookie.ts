import { chunkNames, fromChunks, possibleNames, possibleValues, toChunks } from "../../session/chunks";
import type { WebConfig } from "../config/config";
import { type CookieLocation, sessionCookieName, setCookie } from "./cookie-name";
import { hasUnprotected, removalsOfTossedCookies } from "./cookie-tossing";
import { open, type ProviderSession, type Sealing, type Session, seal, sealTokens } from "./seal";
import { sessionStore } from "./store";

export type CookieSettings = Pick<
  WebConfig,
  "publicUrl" | "sessionSecret" | "sessionStoreUrl" | "sessionLifetimeSeconds" | "sessionIdleSeconds"
>;

/**
 * Maximum total length of a session's cookies. All cookies of a request stay below 8 kB, because proxies refuse larger
 * headers (AU-01); language, theme and pending sign-ins need some of that.
 */
const maxSessionLength = 5_600;

/** Maximum number of sessions of one request that are ended together. */
const maxSessionsEnded = 4;

/** Set-Cookie values that store a basic-mode session for its tenant. */
export async function basicSessionCookies(
  settings: CookieSettings,
  where: CookieLocation,
  accessToken: string,
  cookieHeader: string | null,
): Promise<string[]> {
  const { sessionLifetimeSeconds: maxAge } = settings;
  const session = { accessToken, tenant: where.tenant ?? "" };
  const value = await seal(session, { ...sealingOf(settings, where), maxAge });
  return setSession(settings, where, { value, maxAge, cookieHeader });
}

/**
 * Set-Cookie values that store a session with a provider's tokens. If they are too large for cookies, they move to the session
 * store, all together: the ID token tells the API when the user signed in (AU-12).
 */
export async function tokenSessionCookies(
  settings: CookieSettings,
  where: CookieLocation,
  session: Session & { oidc: ProviderSession },
  cookieHeader: string | null,
): Promise<string[]> {
  const until = expiryTime(settings, session);
  const sealing = { ...sealingOf(settings, where), until };
  const { oidc } = session;
  let value = await sealTokens(session, sealing);
  if (value.length > maxSessionLength) {
    const store = sessionStore(settings);
    await store.keep(session.id, { generation: oidc.generation, sealed: value }, until);
    const withoutTokens = {
      ...session,
      accessToken: "",
      oidc: { ...oidc, refreshToken: undefined, idToken: undefined },
    };
    value = await sealTokens(withoutTokens, sealing);
  }
  const maxAge = Math.max(1, Math.floor((until - Date.now()) / 1000));
  return setSession(settings, where, { value, maxAge, cookieHeader });
}

/** Seals a session's tokens for the session store. */
export function sealForStore(
  settings: CookieSettings,
  where: CookieLocation,
  session: Session & { oidc: ProviderSession },
): Promise<string> {
  return sealTokens(session, { ...sealingOf(settings, where), until: expiryTime(settings, session) });
}

/** Opens the result of {@link sealForStore}. */
export function openFromStore(
  settings: CookieSettings,
  where: CookieLocation,
  sealed: string,
): Promise<Session | undefined> {
  return open(sealed, sealingOf(settings, where));
}

/** When the session ends if it stays unused, comparable to `Date.now()`. */
function expiryTime(settings: CookieSettings, { began }: Pick<Session, "began">): number {
  return Math.min(
    Date.now() + settings.sessionIdleSeconds * 1000,
    began + settings.sessionLifetimeSeconds * 1000,
  );
}

/**
 * Set-Cookie values that remove the session.
 * @param all also removes chunks that the request does not show
 * @param planted also removes planted cookies, as far as name, path and domain can be derived
 */
export function endedSessionCookies(
  settings: CookieSettings,
  where: CookieLocation,
  cookieHeader: string | null,
  { all = false, planted = false } = {},
): string[] {
  const name = sessionCookieName(settings, where);
  const names = all ? possibleNames(name) : chunkNames(cookieHeader, name);
  const own = [...new Set([name, ...names])].map((each) =>
    setCookie(settings, { name: each, path: where.prefix || "/", value: "", maxAge: 0 }),
  );
  return planted ? [...own, ...removalsOfTossedCookies(settings, where, cookieHeader)] : own;
}

/** Reads the session from the request's cookies. */
export async function sessionFrom(
  settings: CookieSettings,
  where: CookieLocation,
  cookieHeader: string | null,
): Promise<Session | undefined> {
  return (await readSession(settings, where, cookieHeader)).session;
}

/**
 * As {@link sessionFrom}, and reports contradictory cookies: all are ignored then, because a planted cookie cannot be
 * distinguished from the real one.
 */
export async function readSession(
  settings: CookieSettings,
  where: CookieLocation,
  cookieHeader: string | null,
): Promise<{ session?: Session; isContradictory?: true }> {
  const name = sessionCookieName(settings, where);
  const values = fromChunks(cookieHeader, name);
  if (!values || (values.length > 0 && hasUnprotected(settings, where, cookieHeader)))
    return { isContradictory: true };
  const found = await Promise.all(values.map((value) => open(value, sealingOf(settings, where))));
  const [session, other] = found.map((each) => (each?.tenant === (where.tenant ?? "") ? each : undefined));
  if (found.length < 2) return { session };
  // Responses may have arrived out of order.
  if (session === undefined || session.id !== other?.id) return { isContradictory: true };
  const isOlder = (session.oidc?.generation ?? 0) < (other.oidc?.generation ?? 0);
  return { session: isOlder ? other : session };
}

/** All sessions that the request's cookies may mean, in order to end them; {@link readSession} decides which one is used. */
export async function sessionsIn(
  settings: CookieSettings,
  where: CookieLocation,
  cookieHeader: string | null,
): Promise<Session[]> {
  const values = possibleValues(cookieHeader, sessionCookieName(settings, where)).slice(0, maxSessionsEnded);
  const found = await Promise.all(values.map((value) => open(value, sealingOf(settings, where))));
  return found.filter((each): each is Session => each?.tenant === (where.tenant ?? ""));
}

/** Whether the request has any cookie under the session's name. */
export function hasSessionCookie(
  settings: CookieSettings,
  where: CookieLocation,
  cookieHeader: string | null,
): boolean {
  return chunkNames(cookieHeader, sessionCookieName(settings, where)).length > 0;
}

function sealingOf(settings: CookieSettings, where: CookieLocation): Sealing {
  const binding = `${sessionCookieName(settings, where)} ${where.prefix}`;
  return { secret: settings.sessionSecret, binding };
}

function setSession(
  settings: CookieSettings,
  where: CookieLocation,
  { value, maxAge, cookieHeader }: { value: string; maxAge: number; cookieHeader: string | null },
): string[] {
  const name = sessionCookieName(settings, where);
  const path = where.prefix || "/";
  const parts = toChunks(name, value);
  const kept = new Set(parts.map(([each]) => each));
  const stale = chunkNames(cookieHeader, name).filter((each) => !kept.has(each));
  const isPlanted = !fromChunks(cookieHeader, name) || hasUnprotected(settings, where, cookieHeader);
  return [
    // First, because some browsers confuse a host-only cookie with a cookie of the same domain.
    ...(isPlanted ? removalsOfTossedCookies(settings, where, cookieHeader) : []),
    ...parts.map(([each, text]) => setCookie(settings, { name: each, path, value: text, maxAge })),
    ...stale.map((each) => setCookie(settings, { name: each, path, value: "", maxAge: 0 })),
  ];
}
