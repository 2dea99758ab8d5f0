import { recordClock } from "@/lib/server/oidc/clock";
import { measureCall } from "@/lib/server/telemetry/calls";
import { refuseInTransaction } from "../core/open-transaction";

/** The provider gave no usable response: it is down, too slow, reports an error, or sends a page instead of JSON. */
export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}

/** Milliseconds for one response of a provider. */
const timeout = 5_000;
const largest = 1024 * 1024;

export interface ProviderResponse {
  status: number;
  /** Parsed JSON; undefined for other content. */
  body: unknown;
  text: string;
  /** The reason for a refused token (RFC 6750, section 3). */
  challenge: string;
}

/**
 * Requests JSON from a provider. Does not follow redirects.
 * @param token sent as bearer, to identify the person
 * @throws {ProviderUnavailable} when there is no response in time, or one that reports a failure of the provider
 */
export async function callProvider(address: string, token?: string): Promise<ProviderResponse> {
  refuseInTransaction("A provider is asked");
  try {
    const response = await measureCall({ peer: "identity-provider", method: "GET" }, () =>
      fetch(address, {
        headers: { accept: "application/json", ...(token && { authorization: `Bearer ${token}` }) },
        redirect: "error",
        signal: AbortSignal.timeout(timeout),
      }),
    );
    const { status, headers } = response;
    recordClock(address, headers.get("date"));
    const text = await textOf(response);
    if (status >= 500) throw new Error(`status ${status}`);
    return { status, body: parsed(text), text, challenge: headers.get("www-authenticate") ?? "" };
  } catch (error) {
    throw new ProviderUnavailable(`${address} gave no answer: ${reasonOf(error)}`, { cause: error });
  }
}

/** The details of a failed `fetch` are in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(part, { stream: true });
    if (text.length > largest) throw new Error("the answer is too large");
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
