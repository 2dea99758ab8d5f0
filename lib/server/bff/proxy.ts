import type { WebConfig } from "../config";
import { apiLocationOf } from "./api-location";
import { headersOf } from "./headers";
import { type Exchange, exchangeOf } from "./internal-headers";
import { requestIdOf } from "./request-id";
import { failure } from "./responses";
import { refuse, serve } from "./serve";

/**
 * The BFF's route handler. It answers over Node's own request and response: Next takes their lengths from what its handlers
 * answer, and web streams cost more than what they carry. See docs/decisions/0063-bff-as-a-route-handler.md.
 * @returns once the answer has gone out, what Next is to add to it: nothing
 */
export async function proxy({ headers }: Request, config: WebConfig): Promise<Response> {
  const exchange = exchangeOf(headers);
  if (!exchange) return failure("notFound", requestIdOf(headers), headers);
  const closed = new Promise((resolve) => exchange.response.once("close", resolve));
  await passOn(exchange, config);
  await closed;
  return new Response();
}

/** Has a call of the contract answered by the API, or says why it is not. */
export async function passOn(exchange: Exchange, config: WebConfig): Promise<void> {
  const { request, response, target, headers } = exchange;
  const requestId = requestIdOf(headersOf({ headers }));
  // Next would compress the answer, in this process: what the API sends goes on as it is.
  request.headers = { ...headers, "accept-encoding": "identity" };
  const location = apiLocationOf(target, config);
  if (!location) return refuse(response, "notFound", requestId);
  try {
    await serve(exchange, location, config);
  } catch (error) {
    // A body that its sender broke off is no failure, and nobody waits for its answer.
    if (response.closed || request.socket.destroyed) return void response.destroy();
    console.error(`request ${requestId}:`, error);
    if (response.headersSent) response.destroy();
    else refuse(response, "failed", requestId);
  }
}
