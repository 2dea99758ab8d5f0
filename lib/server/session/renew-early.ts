import type { WebConfig } from "../config/config";
import { apiLocationOf } from "../http/api-location";
import { internalHeaders } from "../http/internal-headers";
import { requestIdOf } from "../http/request-id";
import { failure } from "../http/responses";
import { isOwnRequest } from "../http/same-origin";
import { UpstreamError } from "../http/upstream";
import { expiryOf, resolveSession, retryOf } from "./resolve";

/** Renews a session shortly before its access token ends, at the request of a page with an active user (AU-04). */
export async function renewEarly(request: Request, config: WebConfig): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const place = apiLocationOf(request.headers.get(internalHeaders.target) ?? "", config);
  if (!isOwnRequest(request.headers)) return failure("crossSite", requestId, request.headers);
  if (!place || !config.oidc) return failure("notFound", requestId, request.headers);
  try {
    const resolved = await resolveSession(config, place, request.headers.get("cookie"), { early: true });
    const { session, setCookies, away } = resolved;
    const headers = new Headers({
      "cache-control": "no-store",
      "x-request-id": requestId,
      ...expiryOf(session),
      ...retryOf(resolved),
    });
    for (const cookie of setCookies) headers.append("set-cookie", cookie);
    if (away) return failure("unavailable", requestId, request.headers, headers);
    if (!session) return failure("signedOut", requestId, request.headers, headers);
    return new Response(null, { status: 204, headers });
  } catch (error) {
    if (error instanceof UpstreamError) return failure(error.kind, requestId, request.headers);
    throw error;
  }
}
