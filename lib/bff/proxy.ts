import type { WebConfig } from "../config";
import { failure } from "./answers";
import { apiLocationOf } from "./api-location";
import { headersOf } from "./headers";
import { exchangeOf } from "./internal-headers";
import { requestIdOf } from "./request-id";
import { refuse, serve } from "./serve";

/**
 * The BFF's route handler. It answers over Node's own request and response: Next takes their lengths from what its handlers
 * answer, and web streams cost more than what they carry. See docs/decisions/0063-bff-as-a-route-handler.md.
 * @returns once the answer has gone out, what Next is to add to it: nothing
 */
export async function proxy({ headers }: Request, config: WebConfig): Promise<Response> {
  const exchange = exchangeOf(headers);
  const location = exchange && apiLocationOf(exchange.target, config);
  if (!location) return failure("notFound", requestIdOf(headers));
  const { request, response } = exchange;
  const closed = new Promise((resolve) => response.once("close", resolve));
  // Next would compress the answer, in this process: what the API sends goes on as it is.
  request.headers = { ...exchange.headers, "accept-encoding": "identity" };
  await serve(exchange, location, config).catch((error: unknown) => {
    const requestId = requestIdOf(headersOf(request));
    console.error(`request ${requestId}:`, error);
    if (response.headersSent) response.destroy();
    else refuse(response, "failed", requestId);
  });
  await closed;
  return new Response();
}
