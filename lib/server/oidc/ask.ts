import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { measureCall } from "../telemetry/calls";
import { recordClock } from "./clock";
import { ProviderError } from "./provider-error";

/**
 * Milliseconds to wait for any response of a provider, before the user sees an error. Well below the time after which a
 * waiting page restarts the sign-in (AU-06), which would otherwise loop without ever showing the reason.
 */
export const providerTimeout = 8_000;

const maxBodyBytes = 1024 * 1024;

export interface ProviderRequest {
  /** Makes the request a POST of this form. */
  form?: Readonly<Record<string, string>>;
  authorization?: string;
}

export interface ProviderResponse {
  status: number;
  /** Parsed JSON; undefined if it is not JSON. */
  body: unknown;
}

/**
 * Makes one call to the provider, over a new connection: calls are rare, and a kept connection that the provider has closed
 * could lose a request that must not be repeated. Does not follow redirects.
 * @throws {ProviderError} `away`
 */
export async function callProvider(
  address: string,
  { form, authorization }: ProviderRequest = {},
): Promise<ProviderResponse> {
  const body = form && new URLSearchParams(form).toString();
  const signal = AbortSignal.timeout(providerTimeout);
  try {
    const response = await measureProvider(body, (resolve, reject) => {
      const request = (address.startsWith("https:") ? httpsRequest : httpRequest)(address, {
        agent: false,
        signal,
        method: body === undefined ? "GET" : "POST",
        headers: {
          accept: "application/json",
          ...(authorization && { authorization }),
          ...(body !== undefined && {
            "content-type": "application/x-www-form-urlencoded",
            "content-length": Buffer.byteLength(body),
          }),
        },
      });
      request.once("response", resolve);
      request.once("error", reject);
      request.end(body);
    });
    recordClock(address, response.headers.date);
    const text = await readText(response);
    const status = response.statusCode ?? 0;
    // RFC 6585, section 4: 429 refuses all requests for a while.
    if (status >= 500 || status === 429) throw new ProviderError("away", `${address} answered ${status}`);
    return { status, body: parse(text) };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError("away", `${address}: ${error instanceof Error ? error.message : error}`);
  }
}

type Start = (resolve: (response: IncomingMessage) => void, reject: (error: Error) => void) => void;

async function measureProvider(body: string | undefined, start: Start): Promise<IncomingMessage> {
  const call = { peer: "identity-provider", method: body === undefined ? "GET" : "POST" } as const;
  const { response } = await measureCall(call, async () => {
    const response = await new Promise<IncomingMessage>(start);
    return { status: response.statusCode ?? 0, response };
  });
  return response;
}

async function readText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    size += (part as Buffer).length;
    if (size > maxBodyBytes) throw new ProviderError("unusable", "the provider's answer is too large");
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString("utf8");
}

function parse(text: string): unknown {
  try {
    // RFC 8259, section 8.1.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
