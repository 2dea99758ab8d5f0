import { auth } from "../../contract/auth";
import type { WebConfig } from "../config/config";
import { apiLocationOf } from "../http/api-location";
import { callApi } from "../http/call-api";
import { toApi } from "../http/headers";
import { internalHeaders } from "../http/internal-headers";
import { requestIdOf } from "../http/request-id";
import { failure } from "../http/responses";
import { isOwnRequest } from "../http/same-origin";
import { UpstreamError } from "../http/upstream";

/** The options with which the sign-in page asks for a passkey (AU-11); no content where the API offers none. */
export async function passkeyOptions(request: Request, config: WebConfig): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const place = apiLocationOf(request.headers.get(internalHeaders.target) ?? "", config);
  if (!isOwnRequest(request.headers)) return failure("crossSite", requestId, request.headers);
  if (!place || config.authMode !== "basic") return failure("notFound", requestId, request.headers);
  const headers = { "cache-control": "no-store", "x-request-id": requestId };
  try {
    const response = await callApi({
      config,
      place,
      endpoint: auth.passkeyOptions,
      headers: toApi(request.headers, { requestId }),
      signal: request.signal,
    });
    // A page that is shown before anyone asks for a passkey has nothing to report.
    return response.status === 200
      ? Response.json(response.body, { headers })
      : new Response(null, { status: 204, headers });
  } catch (error) {
    if (error instanceof UpstreamError) return new Response(null, { status: 204, headers });
    throw error;
  }
}
