import type { WebConfig } from "../config";
import type { Place } from "../tenancy/place";
import { chunkNames, fromChunks, inChunks, possibleNames } from "./chunks";
import { open, type ProviderSession, type Sealing, type Session, seal, sealTokens } from "./seal";
import { sessionStore } from "./store";

export type CookieSettings = Pick<
  WebConfig,
  "publicUrl" | "sessionSecret" | "sessionStoreUrl" | "sessionLifetimeSeconds" | "sessionIdleSeconds"
>;
type Where = Pick<Place, "prefix" | "tenant">;

/**
 * Characters that the cookies of a session may have together. All cookies of a request stay below 8 kB: servers in between
 * refuse larger heads (AU-01), and there are small ones for language, theme and sign-ins under way.
 */
const largestSession = 5_600;

/** How many values of one name are looked at. */
const mostValues = 8;

/**
 * The name of the session cookie. Over https its prefix makes browsers refuse it from anywhere but this host
 * (`__Host-`, which needs the path `/`) or from plain http (`__Secure-`). The tenant is in the name too, so that
 * the cookies of two tenants never stand for each other, even with patterns whose paths nest (AU-10).
 */
export function sessionCookieName(settings: Pick<WebConfig, "publicUrl">, { prefix, tenant }: Where): string {
  return `${protectionOf(settings, prefix || "/")}hub.session${tenant === undefined ? "" : `.${tenant}`}`;
}

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
  if (value.length > largestSession && oidc.idToken) value = await sealTokens(withoutHint, sealing);
  if (value.length > largestSession) {
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
 */
export function endedSessionCookies(
  settings: CookieSettings,
  where: Where,
  cookieHeader: string | null,
  { all = false } = {},
): string[] {
  const name = sessionCookieName(settings, where);
  const names = all ? possibleNames(name) : chunkNames(cookieHeader, name);
  return [...new Set([name, ...names])].map((each) =>
    setCookie(settings, { name: each, path: where.prefix || "/", value: "", maxAge: 0 }),
  );
}

/** The session of a request, as its cookies have it. */
export async function sessionFrom(
  settings: CookieSettings,
  where: Where,
  cookieHeader: string | null,
): Promise<Session | undefined> {
  const values = fromChunks(cookieHeader, sessionCookieName(settings, where));
  for (const value of values.slice(0, mostValues)) {
    const session = await open(value, sealingOf(settings, where));
    if (session && session.tenant === (where.tenant ?? "")) return session;
  }
  return undefined;
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
  return [
    ...parts.map(([each, text]) => setCookie(settings, { name: each, path, value: text, maxAge })),
    ...stale.map((each) => setCookie(settings, { name: each, path, value: "", maxAge: 0 })),
  ];
}

/** What the name of a cookie with that path begins with: over https, browsers hold others off. */
export function protectionOf({ publicUrl }: Pick<WebConfig, "publicUrl">, path: string): string {
  if (publicUrl.protocol !== "https:") return "";
  return path === "/" ? "__Host-" : "__Secure-";
}

/** One Set-Cookie header's value. */
export function setCookie(
  { publicUrl }: Pick<WebConfig, "publicUrl">,
  { name, value, path, maxAge }: { name: string; value: string; path: string; maxAge: number },
): string {
  return [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAge}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(publicUrl.protocol === "https:" ? ["Secure"] : []),
  ].join("; ");
}
