import { auth } from "../../contract/auth";
import type { WebConfig } from "../config/config";
import { callApi } from "../http/call-api";
import { toApi } from "../http/headers";
import { UpstreamError } from "../http/upstream";
import { answerOwnRequest } from "./own-request";

/** The options with which the sign-in page asks for a passkey (AU-11); no content where the API offers none. */
export function passkeyOptions(request: Request, config: WebConfig): Promise<Response> {
  return answerOwnRequest(request, config, config.authMode === "basic", async ({ requestId, place }) => {
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
  });
}
