import { decodeJwt, type JWTPayload } from "jose";
import { auth } from "../../../contract/auth";
import type { WebConfig } from "../../config/config";
import { issuerOf, type OidcSettings, sameIssuer, tenantOfIssuer } from "../../config/oidc-settings";
import { callApi } from "../../http/call-api";
import { UpstreamError } from "../../http/upstream";
import { providerAt } from "../../oidc/provider";
import { ProviderError } from "../../oidc/provider-error";
import { verified } from "../../oidc/verify";
import type { TenantLocation } from "../../tenancy/tenant-location";
import { readBody } from "../read-body";
import { sessionStore } from "../store";
import { logoutTokenName, providerSessionName, subjectName, unnamedName } from "../store-names";

const maxBodyBytes = 32 * 1024;
const event = "http://schemas.openid.net/event/backchannel-logout";

/** Maximum age of a logout token in seconds, so that its `jti` need not be remembered longer (section 2.6). */
const maxTokenAge = 10 * 60;

/**
 * Ends a session, or all sessions of a user, at the provider's request (OpenID Connect Back-Channel Logout 1.0, AU-08). Any
 * other message gets 400 and changes nothing.
 */
export async function backChannelLogout(
  request: Request,
  place: TenantLocation | undefined,
  config: WebConfig,
): Promise<Response> {
  const { oidc } = config;
  try {
    if (!oidc) throw new ProviderError("untrusted", "there is no provider");
    const token = await readLogoutToken(request);
    const issuer = await findIssuer(token, place, config, oidc);
    const claims = await logoutClaims(token, issuer, oidc);
    await endNamedSessions(claims, config);
    return respond(200);
  } catch (error) {
    if (error instanceof UpstreamError) return respond(503, "temporarily_unavailable");
    if (!(error instanceof ProviderError)) throw error;
    console.warn(`logout by the provider: ${error.message}`);
    // The provider's keys are unavailable: it may retry.
    return error.kind === "away" ? respond(503, "temporarily_unavailable") : respond(400, "invalid_request");
  }
}

async function readLogoutToken(request: Request): Promise<string> {
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    throw new ProviderError("untrusted", "the request is no form");
  const text = await readBody(request, maxBodyBytes);
  const tokens = new URLSearchParams(text ?? "").getAll("logout_token");
  if (tokens.length !== 1 || !tokens[0]) throw new ProviderError("untrusted", "there is no logout token");
  return tokens[0];
}

/** Validates the logout token as in section 2.6. */
async function logoutClaims(
  token: string,
  issuer: string,
  oidc: OidcSettings,
): Promise<Required<Pick<JWTPayload, "iss" | "jti" | "iat">> & { sub?: string; sid?: string }> {
  const provider = await providerAt(issuer);
  const claims = await verified(token, provider, oidc.clientId, {
    requiredClaims: ["iss", "aud", "iat", "jti", "events"],
    maxTokenAge,
  });
  const { iss = "", iat = 0, jti = "", sub, sid, events } = claims;
  const invalidClaim = Object.entries({
    events: isObject(events) && isObject(Reflect.get(events, event)),
    nonce: claims.nonce === undefined,
    jti: isText(jti),
    sub: sub === undefined || isText(sub),
    sid: sid === undefined || isText(sid),
    "sub and sid": sub !== undefined || sid !== undefined,
  }).find(([, isValid]) => !isValid)?.[0];
  if (invalidClaim) throw new ProviderError("untrusted", `the logout token is none: ${invalidClaim}`);
  const type = typeOf(token);
  if (type !== undefined && type !== "logout+jwt" && type !== "jwt")
    throw new ProviderError("untrusted", "the logout token is of another type");
  return { iss, iat, jti, sub, sid: isText(sid) ? sid : undefined };
}

async function endNamedSessions(
  { iss, jti, sub, sid }: Awaited<ReturnType<typeof logoutClaims>>,
  config: WebConfig,
): Promise<void> {
  const store = sessionStore(config);
  const now = Date.now();
  // With `sid`, ends that session alone, if its name was known at sign-in; without it, all sessions of the user.
  const ofUser = sub === undefined ? [] : [sid ? unnamedName(iss, sub) : subjectName(iss, sub)];
  const isFirst = await store.endOnce(
    { name: logoutTokenName(iss, jti), until: now + 2 * maxTokenAge * 1000 },
    [...(sid ? [providerSessionName(iss, sid)] : []), ...ofUser],
    now + config.sessionLifetimeSeconds * 1000,
  );
  if (!isFirst) throw new ProviderError("untrusted", "the logout token was used before");
}

/**
 * Finds the provider that a token claims to be from, before any request is sent: anyone can write a token. The address is
 * built from our settings and an existing tenant; at a shared address the token selects among those only.
 * @throws {ProviderError} `untrusted` if it matches none of ours
 * @throws {UpstreamError} if the API cannot check the tenant
 */
async function findIssuer(
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
    // reported below
  }
  throw new ProviderError("untrusted", "the logout token cannot be read");
}

/** Treats an inactive organisation as missing: its sessions are of no use. */
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

function respond(status: number, error?: string): Response {
  const headers = { "cache-control": "no-store", ...(status === 503 && { "retry-after": "5" }) };
  return error ? Response.json({ error }, { status, headers }) : new Response(null, { status, headers });
}
