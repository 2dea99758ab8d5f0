import type { WebConfig } from "../config/config";
import { apiLocationOf } from "../http/api-location";
import { headersOf } from "../http/headers";
import { type Exchange, exchangeOf } from "../http/internal-headers";
import { requestIdOf } from "../http/request-id";
import { failure } from "../http/responses";
import { refuse, serve } from "./serve";

/**
 * The BFF's route handler. It responds through Node's own request and response: Next takes their lengths from its handlers'
 * responses, and web streams cost more than their contents. See docs/decisions/0063.
 * @returns an empty addition for Next, once the response has been sent
 */
export async function proxy({ headers }: Request, config: WebConfig): Promise<Response> {
  const exchange = exchangeOf(headers);
  if (!exchange) return failure("notFound", requestIdOf(headers), headers);
  const closed = new Promise((resolve) => exchange.response.once("close", resolve));
  await forwardCall(exchange, config);
  await closed;
  return new Response();
}

/** Forwards a call of the contract to the API, or responds with an error. */
export async function forwardCall(exchange: Exchange, config: WebConfig): Promise<void> {
  const { request, response, target, headers } = exchange;
  const requestId = requestIdOf(headersOf({ headers }));
  // Keeps Next from compressing the response in this process.
  request.headers = { ...headers, "accept-encoding": "identity" };
  const location = apiLocationOf(target, config);
  if (!location) return refuse(response, "notFound", requestId);
  try {
    await serve(exchange, location, config);
  } catch (error) {
    // A client that aborts its body is no failure, and awaits no response.
    if (response.closed || request.socket.destroyed) return void response.destroy();
    console.error(`request ${requestId}:`, error);
    if (response.headersSent) response.destroy();
    else refuse(response, "failed", requestId);
  }
}
