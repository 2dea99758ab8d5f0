import { addressOf } from "../api/address";
import type { WebConfig } from "../config";
import type { EndpointDeclaration } from "../contract/endpoint";
import type { Place } from "../tenancy/place";
import { wholeAnswer } from "./answer-body";
import { apiAddress } from "./api-address";
import { send, UpstreamError } from "./upstream";

export interface ApiCall {
  config: WebConfig;
  place: Pick<Place, "tenant">;
  endpoint: EndpointDeclaration;
  input?: object;
  /** As {@link toApi} makes them, or fewer. */
  headers: Record<string, string>;
  signal?: AbortSignal;
}

export interface ApiAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed JSON; undefined when there was none. */
  body: unknown;
}

const largest = 8 * 1024 * 1024;

/**
 * A call that the web process makes for itself, for signing in or for the first paint.
 * @throws {UpstreamError}
 */
export async function callApi({
  config,
  place,
  endpoint,
  input = {},
  headers,
  signal,
}: ApiCall): Promise<ApiAnswer> {
  const path = addressOf(endpoint, input as never);
  const { message: answer, sentAt } = await send({
    method: endpoint.method,
    ...apiAddress(config, place, path),
    headers,
    signal,
  });
  const parts: Buffer[] = [];
  let size = 0;
  const late = setTimeout(
    () => answer.destroy(new UpstreamError("timeout")),
    sentAt + wholeAnswer - performance.now(),
  );
  try {
    for await (const part of answer) {
      size += (part as Buffer).length;
      if (size > largest) throw new UpstreamError("badGateway");
      parts.push(part as Buffer);
    }
  } catch (error) {
    throw error instanceof UpstreamError ? error : new UpstreamError("badGateway");
  } finally {
    clearTimeout(late);
  }
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: parse(Buffer.concat(parts)) };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
