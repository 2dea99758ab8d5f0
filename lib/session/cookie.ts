import type { WebConfig } from "../config";
import type { Place } from "../tenancy/place";
import { open, type Session, seal } from "./seal";

/**
 * How long a session may last at most, in seconds; the same as the API's default for its secrets, which end
 * earlier when they are idle. An ended secret makes the cookie worthless whatever its age.
 */
export const sessionSeconds = 7 * 24 * 60 * 60;

type Settings = Pick<WebConfig, "publicUrl" | "sessionSecret">;
type Where = Pick<Place, "prefix" | "tenant">;

/**
 * The name of the session cookie. Over https its prefix makes browsers refuse it from anywhere but this host
 * (`__Host-`, which needs the path `/`) or from plain http (`__Secure-`). The tenant is in the name too, so that
 * the cookies of two tenants never stand for each other, even with patterns whose paths nest (AU-10).
 */
export function sessionCookieName({ publicUrl }: Settings, { prefix, tenant }: Where): string {
  const secure = publicUrl.protocol === "https:";
  const protection = secure ? (prefix === "" ? "__Host-" : "__Secure-") : "";
  return `${protection}hub.session${tenant === undefined ? "" : `.${tenant}`}`;
}

/** Value of a Set-Cookie header that stores the session for its tenant. */
export async function sessionCookie(
  settings: Settings,
  where: Where,
  session: Pick<Session, "accessToken">,
): Promise<string> {
  const value = await seal(
    { ...session, tenant: where.tenant ?? "" },
    { secret: settings.sessionSecret, binding: bindingOf(settings, where), maxAge: sessionSeconds },
  );
  return setCookie(settings, where, value, sessionSeconds);
}

/** Value of a Set-Cookie header that removes the session. */
export function endedSessionCookie(settings: Settings, where: Where): string {
  return setCookie(settings, where, "", 0);
}

/**
 * The session of a request.
 * @param values all values that came under the session cookie's name; one planted under another path may precede
 *   the real one
 */
export async function sessionFrom(
  settings: Settings,
  where: Where,
  values: readonly string[],
): Promise<Session | undefined> {
  for (const value of values.slice(0, 4)) {
    const session = await open(value, {
      secret: settings.sessionSecret,
      binding: bindingOf(settings, where),
    });
    if (session && session.tenant === (where.tenant ?? "")) return session;
  }
  return undefined;
}

/** All values of a cookie in a Cookie header (RFC 6265 section 5.4 allows several). */
export function cookieValues(header: string | null, name: string): string[] {
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .filter(Boolean);
}

function bindingOf(settings: Settings, where: Where): string {
  return `${sessionCookieName(settings, where)} ${where.prefix}`;
}

function setCookie(settings: Settings, where: Where, value: string, maxAge: number): string {
  return [
    `${sessionCookieName(settings, where)}=${value}`,
    `Path=${where.prefix || "/"}`,
    `Max-Age=${maxAge}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(settings.publicUrl.protocol === "https:" ? ["Secure"] : []),
  ].join("; ");
}
