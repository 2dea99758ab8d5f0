import type { ErrorBody, ReceivedCode } from "../../../contract/errors";
import { admissionRefusals, idTokenHeader, maxTokensLength } from "../../../contract/id-token";
import { user } from "../../../contract/user";
import type { WebConfig } from "../../config/config";
import { issuerOf } from "../../config/oidc-settings";
import { callApi } from "../../http/call-api";
import { toApi } from "../../http/headers";
import { requestIdOf } from "../../http/request-id";
import { UpstreamError } from "../../http/upstream";
import { providerAt } from "../../oidc/provider";
import { printable, refusalText } from "../../oidc/provider-error";
import type { TenantLocation } from "../../tenancy/tenant-location";
import { endedSessionCookies, sessionsIn, tokenSessionCookies } from "../cookie";
import type { TokenSession } from "../renew";
import { resolveSession } from "../resolve";
import { newSessionId } from "../seal";
import { endListed } from "../sign-out";
import { sessionStore } from "../store";
import { sessionName, signInName, stateName } from "../store-names";
import { type AuthRequest, returnPrefix, tenantPrefix } from "./addresses";
import { failureOf, failureQuery, SignInFailure } from "./failure";
import { finishAtProvider, type Identity } from "./next-auth";
import { redirectTo } from "./redirect";
import { logoutCookieRemoval } from "./rp-initiated-logout";
import { lastPrefix, pendingSignInsOf, signInOf, type Transaction, transactionOf } from "./transaction";

/** Maximum lifetime of a state, which is used once; older ones need not be remembered. */
const stateLifetime = 20 * 60_000;

/**
 * Creates the session when the provider redirects back, then opens the address first asked for, without the provider's
 * parameters (AU-03).
 */
export async function callback(
  request: Request,
  authRequest: AuthRequest,
  config: WebConfig,
): Promise<Response> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const cookieHeader = request.headers.get("cookie");
  const path = (authRequest.place ? authRequest.place.prefix : config.basePath) || "/";
  const state = query.state ?? "";
  const { transaction, removal } = await transactionOf(config, { path, state, cookieHeader });
  const pendingSignIns = pendingSignInsOf(config, path, cookieHeader);
  // A sign-in can only be finished at the tenant's address where it began.
  const own =
    transaction && (!authRequest.place || authRequest.place.prefix === transaction.prefix)
      ? transaction
      : undefined;
  if (!own) {
    // Some providers send an error without a state: log it, as no other place reports it.
    const { error, error_description } = query;
    if (error) console.warn(`a sign-in that is not known: ${refusalText({ error, error_description })}`);
    return handleUnknownState(authRequest, config, cookieHeader);
  }
  const place: TenantLocation = { prefix: own.prefix, tenant: own.tenant, path: "/" };
  try {
    const cookies = await createSession(request, {
      config,
      place,
      query,
      state,
      transaction: own,
      pendingSignIns,
    });
    return redirectTo(own.popup ? `${own.prefix}/login?popup=1` : own.returnTo, [...cookies, removal]);
  } catch (error) {
    const failure = failureOf(error instanceof UpstreamError ? new SignInFailure("apiAway") : error);
    console.warn(`finishing a sign-in: ${failure.message}`);
    const more = { ...(own.popup && { popup: "1" }), ...(await failureQuery(config, failure)) };
    const back = new URLSearchParams({ callbackUrl: own.returnTo, ...more });
    return redirectTo(`${own.prefix}/login?${back}`, [removal]);
  }
}

/** Handles a callback without a pending sign-in: opened from the browser's history, too late, or begun elsewhere. */
async function handleUnknownState(
  { place }: AuthRequest,
  config: WebConfig,
  cookieHeader: string | null,
): Promise<Response> {
  if (!place) {
    const prefix = tenantPrefix(lastPrefix(config, config.basePath || "/", cookieHeader), config);
    // Only the tenant's own addresses receive the session cookie; signed-in users continue there.
    return redirectTo(prefix === config.basePath ? `${prefix}/` : `${prefix}/login?error=expired`);
  }
  const { session } = await resolveSession(config, place, cookieHeader);
  return redirectTo(session ? `${place.prefix}/` : `${place.prefix}/login?error=expired`);
}

interface PendingCallback {
  config: WebConfig;
  place: TenantLocation;
  query: Record<string, string>;
  state: string;
  transaction: Transaction;
  /** Pending sign-ins of this browser, including this one. */
  pendingSignIns: readonly string[];
}

/** @returns cookies of the new session */
async function createSession(
  request: Request,
  { config, place, query, state, transaction, pendingSignIns }: PendingCallback,
): Promise<string[]> {
  const { oidc } = config;
  if (!oidc) throw new SignInFailure("refused");
  const store = sessionStore(config);
  if (!(await store.once(stateName(state), Date.now() + stateLifetime))) throw new SignInFailure("expired");
  if (query.error) throw refusal(query.error, query.error_description);
  const id = newSessionId();
  const provider = await providerAt(issuerOf(oidc, place.tenant));
  const { tokens, issuer, subject, providerSession } = await finishAtProvider(
    { config, oidc, provider, prefix: returnPrefix(config, place) },
    query,
    transaction.checks,
    (identity) => requireKnownUser(request, { config, place, identity, webSession: id }),
  );
  const now = Date.now();
  const { accessToken, refreshToken, idToken, expires, lifetime } = tokens;
  const session: TokenSession = {
    accessToken,
    tenant: place.tenant ?? "",
    id,
    began: now,
    oidc: {
      refreshToken,
      idToken,
      expires,
      lifetime,
      generation: 0,
      issuer,
      subject,
      providerSession,
      signIns: await concurrentSignIns(config, place, [
        signInOf(state),
        ...pendingSignIns,
        ...(transaction.others ?? []),
      ]),
      sealedAt: now,
    },
  };
  const cookieHeader = request.headers.get("cookie");
  // Another window may have signed in meanwhile: replaces its cookie. Of several cookies, all but one were planted.
  const found = await sessionsIn(config, place, cookieHeader);
  const replaced = new Set([transaction.before, ...found.map(({ id }) => id)]);
  const ended = [...replaced].flatMap((id) => (id === undefined ? [] : [sessionName(id)]));
  if (ended.length > 0) await store.end(ended, now + config.sessionLifetimeSeconds * 1000);
  for (const before of found) endListed(config, place, before, requestIdOf(request.headers));
  // A shared address does not receive the tenant's cookies, so all possible ones are cleared.
  const cookies = await tokenSessionCookies(config, place, session, cookieHeader);
  const set = new Set(cookies.map(nameOf));
  const others = endedSessionCookies(config, place, null, { all: true }).filter(
    (line) => !set.has(nameOf(line)),
  );
  return [...cookies, ...others, logoutCookieRemoval(config, place)];
}

/** Sign-ins of one browser with sessions that end together: all that were not ended by a sign-out. */
async function concurrentSignIns(
  config: WebConfig,
  { tenant = "" }: TenantLocation,
  signIns: readonly string[],
): Promise<string[]> {
  const store = sessionStore(config);
  const ended = await Promise.all(signIns.map((name) => store.endedAt([signInName(tenant, name)])));
  return [...new Set(signIns.filter((_, at) => ended[at] === undefined))];
}

const nameOf = (setCookie: string) => setCookie.slice(0, setCookie.indexOf("="));

function refusal(code: string, description = ""): SignInFailure {
  const reason = refusalText({ error: code, error_description: description });
  return new SignInFailure(code === "access_denied" ? "denied" : "refused", description, reason);
}

/** Checks that the API knows the user, before a session exists that would only redirect back here. */
async function requireKnownUser(
  request: Request,
  {
    config,
    place,
    identity,
    webSession,
  }: { config: WebConfig; place: TenantLocation; identity: Identity; webSession: string },
): Promise<void> {
  const { accessToken, idToken = "" } = identity.tokens;
  // Where it does not fit, user info has to identify the user.
  const isSent = idToken !== "" && accessToken.length + idToken.length <= maxTokensLength;
  const { status, body } = await callApi({
    config,
    place,
    endpoint: user.current,
    headers: {
      ...toApi(request.headers, {
        requestId: requestIdOf(request.headers),
        authorization: `Bearer ${accessToken}`,
        webSession,
      }),
      accept: "application/json",
      ...(isSent && { [idTokenHeader]: idToken }),
    },
  });
  if (status === 431)
    throw new SignInFailure(
      "tooLarge",
      "",
      "the API does not accept so large a token: let the provider put less into access tokens, such as fewer groups",
    );
  if (status >= 500) throw new SignInFailure("apiAway");
  // The API refuses the token, not the user: wrong audience, or unreadable.
  if (status === 401)
    throw new SignInFailure(
      "unusable",
      "",
      "the API does not accept the access token: it has to be a JWT of this provider with OIDC_AUDIENCE in its aud",
    );
  const { code } = (body ?? {}) as Partial<ErrorBody<ReceivedCode>>;
  if (code === admissionRefusals.unidentified)
    throw new SignInFailure(
      "unidentified",
      "",
      "the provider refuses user info for the access token, and neither it nor the ID token has a verified e-mail address; the API's log has the answer",
    );
  // A missing organisation has a separate page, which needs no session.
  if (status >= 400 && status !== 404)
    throw new SignInFailure("unknownUser", "", `the API answered ${status} ${printable(String(code ?? ""))}`);
}
