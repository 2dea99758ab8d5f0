import { accountRemoved } from "../../contract/account-ended";
import { addressOf } from "../../contract/address";
import type { CallOf, EndpointDeclaration, ResponseOf } from "../../contract/endpoint";
import { browserTimeZone } from "../../preferences/time-zone";
import { endedHeader } from "../../session/ended-header";
import { renewedHeader } from "../../session/renewed";
import { noteServerTime } from "../server-clock";
import { ApiError, type FailedCall, parseApiError } from "./error";

interface BrowserSettings {
  /** Base path and tenant prefix, such as `/admin/acme`; empty at the root. */
  prefix: string;
  language: () => string;
  /** The IANA name that the Timezone header of a call carries. */
  timeZone: (endpoint: EndpointDeclaration) => string;
  /**
   * Called on a 401 that survived renewal. Resolves once the user is signed in again, with true, when the call is
   * repeated once, or with false when they would rather not, when the call fails.
   */
  signInAgain?: (refused: RefusedCall) => Promise<boolean>;
  /** Hears of every answer, refusals too. False: it is for another page, which takes the place of this one. */
  heard?: (endpoint: EndpointDeclaration, headers: Headers) => boolean;
}

/** A call that nobody was signed in for. */
export interface RefusedCall {
  /** When it was sent, of `performance.now()`: it may have been overtaken by a sign-in. */
  sentAt: number;
  /** It only looked, as what runs in the background does. */
  reading: boolean;
  /** The session was ended by somebody: it has not just run out. */
  ended: boolean;
}

let settings: BrowserSettings = { prefix: "", language: () => "en", timeZone: browserTimeZone };

/** Set once by the shell, before the first call. There is one browser window, so one set of settings. */
export function configureApi(next: BrowserSettings): void {
  settings = next;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Sent even when the page goes away meanwhile; the body may have 64 kB at most. */
  keepalive?: boolean;
  /** One for each attempt to create something: however often the attempt is repeated, one record comes of it. */
  idempotencyKey?: string;
  /** Fails when nobody is signed in, instead of asking for it. */
  withoutAsking?: boolean;
  /** In the place of `fetch`, for what that cannot do. */
  transport?: Transport;
}

/** Sends a request as `fetch` does, and rejects as that does. */
export type Transport = (address: string, init: RequestInit) => Promise<Response>;

/**
 * Calls an endpoint through the BFF.
 * @throws {ApiError} on an answer of 400 or more, with status 0 when no answer came, and with 502 for a page in the place of data
 * @throws {DOMException} named AbortError when `signal` was aborted
 */
export async function call<E extends EndpointDeclaration>(
  endpoint: E,
  input: CallOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const text = await (await request(endpoint, input, options)).text();
  const response = parseJson(text);
  // A page where data should be: somebody in between has answered, and nothing was read or saved.
  if (response === null && /^\s*</.test(text))
    throw new ApiError({ status: 502, code: "unreadable", title: "" }, failedCall(endpoint, input));
  return response as ResponseOf<E>;
}

/** As {@link call}, for answers that are read otherwise than as one JSON document. */
export async function request<E extends EndpointDeclaration>(
  endpoint: E,
  input: CallOf<E>,
  options: CallOptions = {},
): Promise<Response> {
  const sentAt = performance.now();
  const response = await sendRenewed(endpoint, input, options);
  const refused = { sentAt, reading: endpoint.method === "GET", ended: response.headers.has(endedHeader) };
  const mayAsk = response.status === 401 && !options.withoutAsking && !(await isOfRemovedUser(response));
  if (mayAsk && (await settings.signInAgain?.(refused)))
    return accepted(await send(endpoint, input, options), failedCall(endpoint, input));
  return accepted(response, failedCall(endpoint, input));
}

/** Nobody can sign in again as somebody who is no user any more. */
async function isOfRemovedUser(response: Response): Promise<boolean> {
  const body = parseJson(await response.clone().text());
  return parseApiError(response.status, body).code === accountRemoved;
}

/** What is too large to be kept on the way is sent a second time from here, when the session was renewed for it (AU-05). */
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
        // The browser names the form's own boundary.
        ...(body === undefined || form ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      body: form || (body === undefined ? undefined : JSON.stringify(body)),
    });
    // What the browser has kept tells of an earlier time.
    if (response.headers.get("cache-control") === "no-store")
      noteServerTime(Date.parse(response.headers.get("date") ?? ""), askedAt);
    if (settings.heard?.(endpoint, response.headers) === false) await new Promise(() => {});
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ status: 0, code: "noConnection", title: "" }, failedCall(endpoint, input));
  }
}

/** A form of what has a file in it: objects and numbers become JSON text, truth values too; undefined where there is no file. */
function formOf(body: object): FormData | undefined {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined && value !== null);
  if (!entries.some(([, value]) => value instanceof Blob)) return undefined;
  const form = new FormData();
  for (const [name, value] of entries)
    form.append(name, value instanceof Blob || typeof value === "string" ? value : JSON.stringify(value));
  return form;
}

async function accepted(response: Response, failed: FailedCall): Promise<Response> {
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
