import { decodeJwt, type JWTPayload } from "jose";
import { auth } from "../../../contract/auth";
import { callApi } from "../../bff/call-api";
import { UpstreamError } from "../../bff/upstream";
import type { WebConfig } from "../../config";
import { providerAt } from "../../oidc/provider";
import { ProviderError } from "../../oidc/provider-error";
import { issuerOf, type OidcSettings, sameIssuer, tenantOfIssuer } from "../../oidc/settings";
import { verified } from "../../oidc/verify";
import type { TenantLocation } from "../../tenancy/tenant-location";
import { readBody } from "../read-body";
import { sessionStore } from "../store";
import { logoutTokenName, providerSessionName, subjectName, unnamedName } from "../store-names";

const maxBodyBytes = 32 * 1024;
const event = "http://schemas.openid.net/event/backchannel-logout";

/** Seconds that a logout token may be old, so that a `jti` need not be remembered longer (section 2.6). */
const oldest = 10 * 60;

/**
 * The provider says that a session, or all of a user, have ended (OpenID Connect Back-Channel Logout 1.0, AU-08).
 * Anything that is not exactly such a message is 400 and changes nothing.
 */
export async function backChannelLogout(
  request: Request,
  place: TenantLocation | undefined,
  config: WebConfig,
): Promise<Response> {
  const { oidc } = config;
  try {
    if (!oidc) throw new ProviderError("untrusted", "there is no provider");
    const token = await tokenOf(request);
    const issuer = await issuerFor(token, place, config, oidc);
    const claims = await logoutClaims(token, issuer, oidc);
    await endNamed(claims, config);
    return answer(200);
  } catch (error) {
    if (error instanceof UpstreamError) return answer(503, "temporarily_unavailable");
    if (!(error instanceof ProviderError)) throw error;
    console.warn(`logout by the provider: ${error.message}`);
    // The provider's keys could not be had: it may say so again.
    return error.kind === "away" ? answer(503, "temporarily_unavailable") : answer(400, "invalid_request");
  }
}

async function tokenOf(request: Request): Promise<string> {
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    throw new ProviderError("untrusted", "the request is no form");
  const text = await readBody(request, maxBodyBytes);
  const tokens = new URLSearchParams(text ?? "").getAll("logout_token");
  if (tokens.length !== 1 || !tokens[0]) throw new ProviderError("untrusted", "there is no logout token");
  return tokens[0];
}

/** Section 2.6, step by step. */
async function logoutClaims(
  token: string,
  issuer: string,
  oidc: OidcSettings,
): Promise<Required<Pick<JWTPayload, "iss" | "jti" | "iat">> & { sub?: string; sid?: string }> {
  const provider = await providerAt(issuer);
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
  // A session that the provider names is that one alone, as far as its name was told at its beginning; without it, all of
  // the user's.
  const ofUser = sub === undefined ? [] : [sid ? unnamedName(iss, sub) : subjectName(iss, sub)];
  const isFirst = await store.endOnce(
    { name: logoutTokenName(iss, jti), until: now + 2 * oldest * 1000 },
    [...(sid ? [providerSessionName(iss, sid)] : []), ...ofUser],
    now + config.sessionLifetimeSeconds * 1000,
  );
  if (!isFirst) throw new ProviderError("untrusted", "the logout token was used before");
}

/**
 * Whose provider a token says that it is from, before anybody is asked: anybody can write a token. The address is made of
 * our settings and of a tenant that exists; at an address that tenants share, the token chooses among those alone.
 * @throws {ProviderError} `untrusted` when it is from none of ours
 * @throws {UpstreamError} when the API cannot say whether there is such a tenant
 */
async function issuerFor(
  token: string,
  place: TenantLocation | undefined,
  config: WebConfig,
  oidc: OidcSettings,
): Promise<string> {
  const named = issuerIn(token);
  const tenant = place ? place.tenant : tenantOfIssuer(oidc, named);
  const issuer = issuerOf(oidc, tenant);
  if (!sameIssuer(issuer, named))
    throw new ProviderError("untrusted", "the logout token is another provider's");
  if (!place && tenant !== undefined && !(await isTenant(tenant, config)))
    throw new ProviderError("untrusted", "the logout token is for an organisation that does not exist");
  return issuer;
}

function issuerIn(token: string): string {
  try {
    const { iss } = decodeJwt(token);
    if (isText(iss)) return iss;
  } catch {
    // said below
  }
  throw new ProviderError("untrusted", "the logout token cannot be read");
}

/** An organisation that is not active is none for now: nobody's session is of use there. */
async function isTenant(tenant: string, config: WebConfig): Promise<boolean> {
  const { status } = await callApi({ config, place: { tenant }, endpoint: auth.signIn, headers: {} });
  if (status >= 500) throw new UpstreamError("unavailable");
  return status !== 404;
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
  const headers = { "cache-control": "no-store", ...(status === 503 && { "retry-after": "5" }) };
  return error ? Response.json({ error }, { status, headers }) : new Response(null, { status, headers });
}
