import { chunkNames, fromChunks, inChunks, possibleNames, possibleValues } from "../../session/chunks";
import type { WebConfig } from "../config";
import { sessionCookieName, setCookie, type CookieLocation as Where } from "./cookie-name";
import { hasUnprotected, removalsOfTossedCookies } from "./cookie-tossing";
import { open, type ProviderSession, type Sealing, type Session, seal, sealTokens } from "./seal";
import { sessionStore } from "./store";

export type CookieSettings = Pick<
  WebConfig,
  "publicUrl" | "sessionSecret" | "sessionStoreUrl" | "sessionLifetimeSeconds" | "sessionIdleSeconds"
>;

/**
 * Characters that the cookies of a session may have together. All cookies of a request stay below 8 kB: servers in between
 * refuse larger heads (AU-01), and there are small ones for language, theme and sign-ins under way.
 */
const maxSessionLength = 5_600;

/** Sessions of one request that are ended together. */
const maxEnded = 4;

/** Values of the Set-Cookie headers that store a session of basic mode for its tenant. */
export async function basicSessionCookies(
  settings: CookieSettings,
  where: Where,
  accessToken: string,
  cookieHeader: string | null,
): Promise<string[]> {
  const { sessionLifetimeSeconds: maxAge } = settings;
  const session = { accessToken, tenant: where.tenant ?? "" };
  const value = await seal(session, { ...sealingOf(settings, where), maxAge });
  return setSession(settings, where, { value, maxAge, cookieHeader });
}

/**
 * Values of the Set-Cookie headers that store a session with a provider's tokens. Tokens that are too large for cookies
 * lose first the ID token, which only makes signing out more comfortable, and are else kept in the session store.
 */
export async function tokenSessionCookies(
  settings: CookieSettings,
  where: Where,
  session: Session & { oidc: ProviderSession },
  cookieHeader: string | null,
): Promise<string[]> {
  const until = endOf(settings, session);
  const sealing = { ...sealingOf(settings, where), until };
  const { oidc } = session;
  const withoutHint = { ...session, oidc: { ...oidc, idToken: undefined } };
  let value = await sealTokens(session, sealing);
  if (value.length > maxSessionLength && oidc.idToken) value = await sealTokens(withoutHint, sealing);
  if (value.length > maxSessionLength) {
    const store = sessionStore(settings);
    const whole = await sealTokens(session, sealing);
    await store.keep(session.id, { generation: oidc.generation, sealed: whole }, until);
    const outside = {
      ...withoutHint,
      accessToken: "",
      oidc: { ...withoutHint.oidc, refreshToken: undefined },
    };
    value = await sealTokens(outside, sealing);
  }
  const maxAge = Math.max(1, Math.floor((until - Date.now()) / 1000));
  return setSession(settings, where, { value, maxAge, cookieHeader });
}

/** The tokens of a session as the session store keeps them. */
export function sealForStore(
  settings: CookieSettings,
  where: Where,
  session: Session & { oidc: ProviderSession },
): Promise<string> {
  return sealTokens(session, { ...sealingOf(settings, where), until: endOf(settings, session) });
}

/** What {@link sealForStore} made. */
export function openFromStore(
  settings: CookieSettings,
  where: Where,
  sealed: string,
): Promise<Session | undefined> {
  return open(sealed, sealingOf(settings, where));
}

/** When a session is over if it is not used any more, of `Date.now()`. */
function endOf(settings: CookieSettings, { began }: Pick<Session, "began">): number {
  return Math.min(
    Date.now() + settings.sessionIdleSeconds * 1000,
    began + settings.sessionLifetimeSeconds * 1000,
  );
}

/**
 * Values of the Set-Cookie headers that remove the session.
 * @param all removes what the request does not show too
 * @param planted removes what others may have put there too, as far as a name, a path and a domain can tell it
 */
export function endedSessionCookies(
  settings: CookieSettings,
  where: Where,
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

/** The session of a request, as its cookies have it. */
export async function sessionFrom(
  settings: CookieSettings,
  where: Where,
  cookieHeader: string | null,
): Promise<Session | undefined> {
  return (await readSession(settings, where, cookieHeader)).session;
}

/**
 * As {@link sessionFrom}, and whether there are cookies that contradict each other: then none of them counts, because the one
 * that somebody planted cannot be told from the real one.
 */
export async function readSession(
  settings: CookieSettings,
  where: Where,
  cookieHeader: string | null,
): Promise<{ session?: Session; isContradictory?: true }> {
  const name = sessionCookieName(settings, where);
  const values = fromChunks(cookieHeader, name);
  if (!values || (values.length > 0 && hasUnprotected(settings, where, cookieHeader)))
    return { isContradictory: true };
  const found = await Promise.all(values.map((value) => open(value, sealingOf(settings, where))));
  const [session, other] = found.map((each) => (each?.tenant === (where.tenant ?? "") ? each : undefined));
  if (found.length < 2) return { session };
  // Two answers may have come in another order than they were made.
  if (session === undefined || session.id !== other?.id) return { isContradictory: true };
  const isOlder = (session.oidc?.generation ?? 0) < (other.oidc?.generation ?? 0);
  return { session: isOlder ? other : session };
}

/** All sessions that the cookies of a request can mean, to end them: which of them is used is {@link readSession}'s to say. */
export async function sessionsIn(
  settings: CookieSettings,
  where: Where,
  cookieHeader: string | null,
): Promise<Session[]> {
  const values = possibleValues(cookieHeader, sessionCookieName(settings, where)).slice(0, maxEnded);
  const found = await Promise.all(values.map((value) => open(value, sealingOf(settings, where))));
  return found.filter((each): each is Session => each?.tenant === (where.tenant ?? ""));
}

/** Whether a request has anything under the session cookie's name. */
export function hasSessionCookie(
  settings: CookieSettings,
  where: Where,
  cookieHeader: string | null,
): boolean {
  return chunkNames(cookieHeader, sessionCookieName(settings, where)).length > 0;
}

function sealingOf(settings: CookieSettings, where: Where): Sealing {
  const binding = `${sessionCookieName(settings, where)} ${where.prefix}`;
  return { secret: settings.sessionSecret, binding };
}

function setSession(
  settings: CookieSettings,
  where: Where,
  { value, maxAge, cookieHeader }: { value: string; maxAge: number; cookieHeader: string | null },
): string[] {
  const name = sessionCookieName(settings, where);
  const path = where.prefix || "/";
  const parts = inChunks(name, value);
  const kept = new Set(parts.map(([each]) => each));
  const stale = chunkNames(cookieHeader, name).filter((each) => !kept.has(each));
  const isPlanted = !fromChunks(cookieHeader, name) || hasUnprotected(settings, where, cookieHeader);
  return [
    // First of all, because not every browser tells a cookie of the host from one of the domain of that name.
    ...(isPlanted ? removalsOfTossedCookies(settings, where, cookieHeader) : []),
    ...parts.map(([each, text]) => setCookie(settings, { name: each, path, value: text, maxAge })),
    ...stale.map((each) => setCookie(settings, { name: each, path, value: "", maxAge: 0 })),
  ];
}
