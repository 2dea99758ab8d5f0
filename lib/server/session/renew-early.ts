import type { WebConfig } from "../config/config";
import { answerOwnRequest } from "./own-request";
import { expiryOf, resolveSession, retryOf } from "./resolve";

/** Renews a session shortly before its access token ends, at the request of a page with an active user (AU-04). */
export function renewEarly(request: Request, config: WebConfig): Promise<Response> {
  return answerOwnRequest(request, config, config.oidc !== undefined, async ({ requestId, place, fail }) => {
    const resolved = await resolveSession(config, place, request.headers.get("cookie"), { early: true });
    const { session, setCookies, away } = resolved;
    const headers = new Headers({
      "cache-control": "no-store",
      "x-request-id": requestId,
      ...expiryOf(session),
      ...retryOf(resolved),
    });
    for (const cookie of setCookies) headers.append("set-cookie", cookie);
    if (away) return fail("unavailable", headers);
    if (!session) return fail("signedOut", headers);
    return new Response(null, { status: 204, headers });
  });
}
