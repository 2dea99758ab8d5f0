import { addressOf } from "../../contract/address";
import { type EndpointDeclaration, isRead } from "../../contract/endpoint";
import type { WebConfig } from "../config/config";
import { parseJson } from "../core/parse-json";
import type { TenantLocation } from "../tenancy/tenant-location";
import { apiAddress } from "./api-address";
import { withProxySecret } from "./headers";
import { bufferedResponseTimeout } from "./response-body";
import { send, UpstreamError, upstreamErrorOf } from "./upstream";

export interface ApiCall {
  config: WebConfig;
  place: Pick<TenantLocation, "tenant">;
  endpoint: EndpointDeclaration;
  input?: object;
  /** Sent as JSON. */
  body?: object;
  /** From {@link toApi}, or a subset. */
  headers: Record<string, string>;
  signal?: AbortSignal;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed JSON; undefined without a body. */
  body: unknown;
}

const maxResponseBytes = 8 * 1024 * 1024;

/** Headers about the browser's own page or call. */
const browserOnlyHeaders = [
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "range",
];

/**
 * A call that the web process makes itself, for signing in or for the first paint.
 * @throws {UpstreamError}
 */
export async function callApi({
  config,
  place,
  endpoint,
  input = {},
  body,
  headers,
  signal,
}: ApiCall): Promise<ApiResponse> {
  const path = addressOf(endpoint, input as never);
  const response = await send({
    method: endpoint.method,
    ...apiAddress(config, place, path),
    headers: {
      ...withProxySecret(
        Object.fromEntries(Object.entries(headers).filter(([name]) => !browserOnlyHeaders.includes(name))),
        config,
      ),
      ...(body && { "content-type": "application/json" }),
    },
    isRead: isRead(endpoint),
    body: body && Buffer.from(JSON.stringify(body)),
    signal,
  });
  const parts: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(
    () => response.body.destroy(new UpstreamError("timeout")),
    response.sentAt + bufferedResponseTimeout - performance.now(),
  );
  try {
    for await (const part of response.body) {
      size += (part as Buffer).length;
      if (size > maxResponseBytes) throw new UpstreamError("badGateway");
      parts.push(part as Buffer);
    }
  } catch (error) {
    throw upstreamErrorOf(error);
  } finally {
    clearTimeout(timer);
  }
  return {
    status: response.status,
    headers: response.headers,
    body: parseJson(Buffer.concat(parts).toString("utf8")),
  };
}
