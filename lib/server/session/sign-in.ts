import { randomBytes } from "node:crypto";
import * as z from "zod";
import { auth } from "../../contract/auth";
import { deviceHeader, deviceNamePattern, nextDeviceHeader } from "../../contract/device";
import { cookieValues } from "../../session/chunks";
import type { WebConfig } from "../config/config";
import { apiLocationOf } from "../http/api-location";
import { callApi } from "../http/call-api";
import { toApi, toBrowser } from "../http/headers";
import { internalHeaders } from "../http/internal-headers";
import { requestIdOf } from "../http/request-id";
import { failure } from "../http/responses";
import { isOwnRequest } from "../http/same-origin";
import { UpstreamError } from "../http/upstream";
import type { TenantLocation } from "../tenancy/tenant-location";
import { basicSessionCookies, sessionsIn } from "./cookie";
import { securityPrefix, setCookie } from "./cookie-name";
import { readBody } from "./read-body";
import { endBasic } from "./sign-out";
import { isSessionStoreReachable } from "./store";

const maxBodyBytes = 8 * 1024;

/** Body of the login form. */
const credentialsSchema = z.object({
  userName: z.string().trim().min(1).max(200),
  password: z.string().min(1).max(1000),
});

/**
 * Signs in with user name and password (AU-02): always creates a new session and ends the previous one, planted or own.
 * Forwards a refusal of the API unchanged (401, 429 with Retry-After, 503).
 */
export async function signIn(request: Request, config: WebConfig): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const place = apiLocationOf(request.headers.get(internalHeaders.target) ?? "", config);
  if (!isOwnRequest(request.headers)) return failure("crossSite", requestId, request.headers);
  if (!place || config.authMode !== "basic") return failure("notFound", requestId, request.headers);
  if (!/^application\/json *(?:;|$)/i.test(request.headers.get("content-type") ?? ""))
    return failure("unsupported", requestId, request.headers);

  const text = await readBody(request, maxBodyBytes);
  if (text === undefined) return failure("tooLarge", requestId, request.headers);
  const credentials = credentialsSchema.safeParse(parseJson(text));
  if (!credentials.success) return failure("badRequest", requestId, request.headers);
  const { userName, password } = credentials.data;
  // A colon ends the user name of Basic authorization, so it would name another user.
  if (userName.includes(":")) return failure("signedOut", requestId, request.headers);
  // Fails before the password is checked if the session could not be stored or read.
  if (!(await isSessionStoreReachable(config))) return failure("unavailable", requestId, request.headers);

  try {
    const headers = toApi(request.headers, { requestId });
    const cookieHeader = request.headers.get("cookie");
    const device = deviceOf(config, place, cookieHeader);
    const authorization = `Basic ${basicToken(userName, password)}`;
    const response = await callApi({
      config,
      place,
      endpoint: auth.signIn,
      headers: { ...headers, ...device.headers, authorization },
      signal: request.signal,
    });
    if (response.status !== 200) {
      // The body is serialised again, so its length may differ.
      const { "content-length": _, ...given } = toBrowser(response);
      // An error that is not from the API comes from a proxy, such as a 502 page.
      return response.status >= 400 && typeof response.body === "object"
        ? Response.json(response.body, { status: response.status, headers: given })
        : failure(response.status === 503 ? "unavailable" : "badGateway", requestId, request.headers);
    }
    if (typeof response.body !== "string" || response.body === "")
      return failure("badGateway", requestId, request.headers);

    // Of several sessions, all but one were planted.
    for (const before of await sessionsIn(config, place, cookieHeader))
      await endBasic(config, place, before, requestId);
    const accessToken = basicToken(userName, response.body);
    const cookies = await basicSessionCookies(config, place, accessToken, cookieHeader);
    const sent = new Headers({ "cache-control": "no-store", "x-request-id": requestId });
    for (const cookie of [...cookies, device.cookie]) sent.append("set-cookie", cookie);
    return new Response(null, { status: 204, headers: sent });
  } catch (error) {
    if (error instanceof UpstreamError) return failure(error.kind, requestId, request.headers);
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * RFC 7617: base64 of user-id, colon, password in UTF-8. The access token of basic mode has the same form, with the API's
 * secret instead of the password (AU-02).
 */
function basicToken(userName: string, secret: string): string {
  return Buffer.from(`${userName}:${secret}`, "utf8").toString("base64");
}

/** Seconds for which a browser keeps its device name. */
const deviceCookieSeconds = 365 * 24 * 60 * 60;

type Settings = Pick<WebConfig, "publicUrl">;
type DeviceLocation = Pick<TenantLocation, "prefix">;

/**
 * Identifies a browser that has signed in before, by a random name that changes with each sign-in. It grants no access;
 * password guesses from elsewhere do not throttle it.
 */
export function deviceOf(settings: Settings, where: DeviceLocation, cookieHeader: string | null) {
  const next = randomBytes(32).toString("base64url");
  // Of two device names, one was planted.
  const [now, ...others] = cookieValues(cookieHeader, deviceCookieName(settings, where)).filter((value) =>
    deviceNamePattern.test(value),
  );
  const isKnown = now !== undefined && others.length === 0;
  return {
    headers: { ...(isKnown && { [deviceHeader]: now }), [nextDeviceHeader]: next },
    /** The Set-Cookie value after a successful sign-in. */
    cookie: setCookie(settings, {
      name: deviceCookieName(settings, where),
      value: next,
      path: where.prefix || "/",
      maxAge: deviceCookieSeconds,
    }),
  };
}

const deviceCookieName = (settings: Settings, { prefix }: DeviceLocation) =>
  `${securityPrefix(settings, prefix || "/")}hub.device`;
