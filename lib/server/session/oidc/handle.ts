import type { WebConfig } from "../../config/config";
import { issuerOf } from "../../config/oidc-settings";
import { internalHeaders } from "../../http/internal-headers";
import { requestIdOf } from "../../http/request-id";
import { failure } from "../../http/responses";
import { UpstreamError } from "../../http/upstream";
import { providerAt } from "../../oidc/provider";
import { pushAuthorizationRequest } from "../../oidc/pushed-authorization-request";
import type { TenantLocation } from "../../tenancy/tenant-location";
import { localCallback } from "../callback-url";
import { sessionFrom } from "../cookie";
import { isSessionStoreReachable } from "../store";
import { type AuthRequest, authRequestOf, returnPrefix } from "./addresses";
import { backChannelLogout } from "./back-channel";
import { callback } from "./callback";
import { failureOf, failureQuery, SignInFailure } from "./failure";
import { beginAtProvider } from "./next-auth";
import { redirectTo } from "./redirect";
import { afterProviderLogout, logOutAtProvider } from "./rp-initiated-logout";
import { transactionCookies } from "./transaction";

/** Handles the provider sign-in endpoints below `{prefix}/api/auth/`. None needs a header: browsers come by links and redirects. */
export async function handleAuth(request: Request, config: WebConfig): Promise<Response> {
  const authRequest = authRequestOf(request.headers.get(internalHeaders.target) ?? "", config);
  const requestId = requestIdOf(request.headers);
  if (!authRequest) return failure("notFound", requestId, request.headers);
  const method = authRequest.action === "backChannel" ? "POST" : "GET";
  if (request.method !== method)
    return failure("methodNotAllowed", requestId, request.headers, { allow: method });
  try {
    return await handleAction(request, authRequest, config);
  } catch (error) {
    if (error instanceof UpstreamError) return failure(error.kind, requestId, request.headers);
    throw error;
  }
}

async function handleAction(
  request: Request,
  authRequest: AuthRequest,
  config: WebConfig,
): Promise<Response> {
  const { action, place } = authRequest;
  if (action === "callback") return callback(request, authRequest, config);
  if (action === "backChannel") return backChannelLogout(request, place, config);
  if (action === "loggedOut") return afterProviderLogout(request, place, config);
  if (!place) return failure("notFound", requestIdOf(request.headers), request.headers);
  return action === "begin" ? begin(request, place, config) : logOutAtProvider(request, place, config);
}

/** Prompts that a sign-in link may request, to avoid silently signing in the same user again. */
const prompts = ["login", "select_account"];

/** Redirects the browser to the provider (AU-01, AU-03). */
async function begin(request: Request, place: TenantLocation, config: WebConfig): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const returnTo = localCallback(query.get("callbackUrl"), place.prefix);
  const popup = query.get("popup") === "1";
  const prompt = query.get("prompt") ?? "";
  const { oidc } = config;
  if (!oidc) return new Response(null, { status: 404 });
  try {
    // The callback would fail without it.
    if (!(await isSessionStoreReachable(config)))
      throw new SignInFailure("apiAway", "", "the session store is away");
    const provider = await providerAt(issuerOf(oidc, place.tenant));
    const prefix = returnPrefix(config, place);
    const { location, state, checks } = await beginAtProvider(
      { config, oidc, provider, prefix },
      // With max_age the ID token contains the time of the sign-in (OpenID Connect Core 1.0, section 3.1.2.1).
      prompts.includes(prompt) ? { prompt, ...(prompt === "login" && { max_age: "0" }) } : {},
    );
    const cookieHeader = request.headers.get("cookie");
    const before = await sessionFrom(config, place, cookieHeader);
    const cookies = await transactionCookies(
      config,
      { path: prefix || "/", state, cookieHeader },
      { checks, tenant: place.tenant, prefix: place.prefix, returnTo, popup, before: before?.id },
    );
    return redirectTo(await pushAuthorizationRequest(provider, oidc, location), cookies);
  } catch (error) {
    const reason = failureOf(error);
    console.warn(`beginning a sign-in: ${reason.message}`);
    const back = {
      callbackUrl: returnTo,
      ...(popup && { popup: "1" }),
      ...(await failureQuery(config, reason)),
    };
    return redirectTo(`${place.prefix}/login?${new URLSearchParams(back)}`);
  }
}
