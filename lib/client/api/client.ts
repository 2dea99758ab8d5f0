import { accountRemoved, accountSuspended } from "../../contract/account-ended";
import { addressOf } from "../../contract/address";
import { confirmationHeader } from "../../contract/confirmation-headers";
import type { CallOf, EndpointDeclaration, ResponseOf } from "../../contract/endpoint";
import { endedHeader } from "../../contract/web-session";
import { browserTimeZone } from "../../preferences/time-zone";
import { renewedHeader } from "../../session/renewed";
import { ApiError, type FailedCall, parseApiError } from "./error";
import { noteServerTime } from "./server-clock";
import { newTraceparent } from "./traceparent";

interface BrowserSettings {
  /** Base path and tenant prefix, such as `/admin/acme`; empty at the root. */
  prefix: string;
  language: () => string;
  /** IANA time zone for the call's Timezone header. */
  timeZone: (endpoint: EndpointDeclaration) => string;
  /**
   * Called on a 401 that survived renewal. Resolves true once the user is signed in again, and the call is repeated once;
   * false if the user declines, and the call fails.
   */
  signInAgain?: (refused: RefusedCall) => Promise<boolean>;
  /**
   * Called on a refusal for lack of a recent factor (AU-12), with its headers and the time of sending. Resolves true once the
   * session is confirmed, and the call is repeated once; false if the user declines, and the call fails.
   */
  confirmSession?: (headers: Headers, sentAt: number) => Promise<boolean>;
  /**
   * Called with the headers of every response, including refusals. Returns false if the response is for another page, which
   * replaces this one.
   */
  heard?: (endpoint: EndpointDeclaration, headers: Headers) => boolean;
}

/** A call that was refused for lack of a session. */
export interface RefusedCall {
  /** Time of sending, comparable to `performance.now()`: a sign-in may have happened since. */
  sentAt: number;
  /** The call only reads, as background calls do. */
  reading: boolean;
  /** The session was ended, rather than expired. */
  ended: boolean;
}

let settings: BrowserSettings = { prefix: "", language: () => "en", timeZone: browserTimeZone };

/** Called once by the shell, before the first call. One browser window has one set of settings. */
export function configureApi(next: BrowserSettings): void {
  settings = next;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Sent even while the page unloads; limits the body to 64 kB. */
  keepalive?: boolean;
  /** Unique per attempt to create a record: repeating the attempt creates no second record. */
  idempotencyKey?: string;
  /** Fails without a session, instead of asking for a sign-in. */
  failWithoutSession?: boolean;
  /** Replaces `fetch`. */
  transport?: Transport;
}

/** Sends a request with the semantics of `fetch`. */
export type Transport = (address: string, init: RequestInit) => Promise<Response>;

/**
 * Calls an endpoint through the BFF.
 * @throws {ApiError} on a status of 400 or more, with status 0 without a response, and with 502 for a page in place of data
 * @throws {DOMException} named AbortError if `signal` was aborted
 */
export async function call<E extends EndpointDeclaration>(
  endpoint: E,
  input: CallOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const text = await (await request(endpoint, input, options)).text();
  const response = parseJson(text);
  // A proxy has responded with a page: nothing was read or saved.
  if (response === null && /^\s*</.test(text))
    throw new ApiError({ status: 502, code: "unreadable", title: "" }, failedCall(endpoint, input));
  return response as ResponseOf<E>;
}

/** As {@link call}, for responses that are not one JSON document. */
export async function request<E extends EndpointDeclaration>(
  endpoint: E,
  input: CallOf<E>,
  options: CallOptions = {},
): Promise<Response> {
  const sentAt = performance.now();
  let response = await sendRenewed(endpoint, input, options);
  const refused = { sentAt, reading: endpoint.method === "GET", ended: response.headers.has(endedHeader) };
  const canAsk =
    response.status === 401 && !options.failWithoutSession && !(await isOfEndedAccount(response));
  if (canAsk && (await settings.signInAgain?.(refused))) response = await send(endpoint, input, options);
  const { headers } = response;
  if (headers.has(confirmationHeader) && (await settings.confirmSession?.(headers, sentAt)))
    response = await send(endpoint, input, options);
  return requireOk(response, failedCall(endpoint, input));
}

/** A removed or suspended user cannot sign in again. */
async function isOfEndedAccount(response: Response): Promise<boolean> {
  const body = parseJson(await response.clone().text());
  const { code } = parseApiError(response.status, body);
  return code === accountRemoved || code === accountSuspended;
}

/** Retries a body that is too large for the BFF to buffer, after the session was renewed for it (AU-05). */
async function sendRenewed<E extends EndpointDeclaration>(
  endpoint: E,
  input: CallOf<E>,
  options: CallOptions,
): Promise<Response> {
  const response = await send(endpoint, input, options);
  const isRenewed = response.status === 401 && response.headers.has(renewedHeader);
  return isRenewed ? send(endpoint, input, options) : response;
}

async function send<E extends EndpointDeclaration>(
  endpoint: E,
  input: CallOf<E>,
  { signal, keepalive, idempotencyKey, transport = fetch }: CallOptions,
) {
  const { body } = input as { body?: object };
  const form = endpoint.upload && body && formOf(body);
  const askedAt = Date.now();
  try {
    const response = await transport(`${settings.prefix}/api${addressOf(endpoint, input)}`, {
      method: endpoint.method,
      signal,
      keepalive,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        lang: settings.language(),
        timezone: settings.timeZone(endpoint),
        "x-csrf": "1",
        traceparent: newTraceparent(),
        // The browser sets the form's boundary.
        ...(body === undefined || form ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      body: form || (body === undefined ? undefined : JSON.stringify(body)),
    });
    // Cached responses have the time of their storage.
    if (response.headers.get("cache-control") === "no-store")
      noteServerTime(Date.parse(response.headers.get("date") ?? ""), askedAt);
    if (settings.heard?.(endpoint, response.headers) === false) await new Promise(() => {});
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ status: 0, code: "noConnection", title: "" }, failedCall(endpoint, input));
  }
}

/** The form for a body with a file: objects, numbers and booleans become JSON text; undefined without a file. */
function formOf(body: object): FormData | undefined {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined && value !== null);
  if (!entries.some(([, value]) => value instanceof Blob)) return undefined;
  const form = new FormData();
  for (const [name, value] of entries)
    form.append(name, value instanceof Blob || typeof value === "string" ? value : JSON.stringify(value));
  return form;
}

async function requireOk(response: Response, failed: FailedCall): Promise<Response> {
  if (response.ok) return response;
  const body = parseJson(await response.text());
  throw parseApiError(response.status, body, response.headers.get("x-request-id") ?? undefined, failed);
}

function failedCall<E extends EndpointDeclaration>(endpoint: E, input: CallOf<E>): FailedCall {
  const [path = ""] = addressOf(endpoint, input).split("?");
  return { method: endpoint.method, path };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
