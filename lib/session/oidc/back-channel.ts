import { decodeJwt, type JWTPayload } from "jose";
import type { WebConfig } from "../../config";
import { providerAt } from "../../oidc/provider";
import { ProviderError } from "../../oidc/provider-error";
import { issuerOf, type OidcSettings, tenantOfIssuer } from "../../oidc/settings";
import { verified } from "../../oidc/verify";
import type { Place } from "../../tenancy/place";
import { textOf } from "../body";
import { sessionStore } from "../store";
import { logoutTokenName, providerSessionName, subjectName, unnamedName } from "../store-names";

const largestBody = 32 * 1024;
const event = "http://schemas.openid.net/event/backchannel-logout";

/** Seconds that a logout token may be old, so that a `jti` need not be remembered longer (section 2.6). */
const oldest = 10 * 60;

/**
 * The provider says that a session, or all of a user, have ended (OpenID Connect Back-Channel Logout 1.0, AU-08).
 * Anything that is not exactly such a message is 400 and changes nothing.
 */
export async function backChannelLogout(
  request: Request,
  place: Place | undefined,
  config: WebConfig,
): Promise<Response> {
  const { oidc } = config;
  try {
    if (!oidc) throw new ProviderError("untrusted", "there is no provider");
    const claims = await logoutClaims(await tokenOf(request), place, oidc);
    await endNamed(claims, config);
    return answer(200);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    console.warn(`logout by the provider: ${error.message}`);
    // The provider's keys could not be had: it may say so again.
    return error.kind === "away" ? answer(503, "temporarily_unavailable") : answer(400, "invalid_request");
  }
}

async function tokenOf(request: Request): Promise<string> {
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    throw new ProviderError("untrusted", "the request is no form");
  const text = await textOf(request, largestBody);
  const tokens = new URLSearchParams(text ?? "").getAll("logout_token");
  if (tokens.length !== 1 || !tokens[0]) throw new ProviderError("untrusted", "there is no logout token");
  return tokens[0];
}

/** Section 2.6, step by step. */
async function logoutClaims(
  token: string,
  place: Place | undefined,
  oidc: OidcSettings,
): Promise<Required<Pick<JWTPayload, "iss" | "jti" | "iat">> & { sub?: string; sid?: string }> {
  const provider = await providerAt(issuerOf(oidc, place ? place.tenant : tenantOf(token, oidc)));
  const claims = await verified(token, provider, oidc.clientId, {
    requiredClaims: ["iss", "aud", "iat", "jti", "events"],
    maxTokenAge: oldest,
  });
  const { iss = "", iat = 0, jti = "", sub, sid, events } = claims;
  const wrong = Object.entries({
    events: isObject(events) && isObject(Reflect.get(events, event)),
    nonce: claims.nonce === undefined,
    jti: isText(jti),
    sub: sub === undefined || isText(sub),
    sid: sid === undefined || isText(sid),
    "sub and sid": sub !== undefined || sid !== undefined,
  }).find(([, right]) => !right)?.[0];
  if (wrong) throw new ProviderError("untrusted", `the logout token is none: ${wrong}`);
  const type = typeOf(token);
  if (type !== undefined && type !== "logout+jwt" && type !== "jwt")
    throw new ProviderError("untrusted", "the logout token is of another type");
  return { iss, iat, jti, sub, sid: isText(sid) ? sid : undefined };
}

async function endNamed(
  { iss, jti, sub, sid }: Awaited<ReturnType<typeof logoutClaims>>,
  config: WebConfig,
): Promise<void> {
  const store = sessionStore(config);
  const now = Date.now();
  if (!(await store.once(logoutTokenName(iss, jti), now + 2 * oldest * 1000)))
    throw new ProviderError("untrusted", "the logout token was used before");
  // A session that the provider names is that one alone, as far as its name was told at its beginning; without it, all of
  // the user's.
  const ofUser = sub === undefined ? [] : [sid ? unnamedName(iss, sub) : subjectName(iss, sub)];
  await store.end(
    [...(sid ? [providerSessionName(iss, sid)] : []), ...ofUser],
    now + config.sessionLifetimeSeconds * 1000,
  );
}

/** At an address that tenants share, the token itself says whose provider it is from; that is checked with its signature. */
function tenantOf(token: string, oidc: OidcSettings): string | undefined {
  try {
    return tenantOfIssuer(oidc, decodeJwt(token).iss ?? "");
  } catch {
    throw new ProviderError("untrusted", "the logout token cannot be read");
  }
}

function typeOf(token: string): string | undefined {
  const header: unknown = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString("utf8"));
  return isObject(header) && "typ" in header ? String(header.typ).toLowerCase() : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function answer(status: number, error?: string): Response {
  const headers = { "cache-control": "no-store" };
  return error ? Response.json({ error }, { status, headers }) : new Response(null, { status, headers });
}
