import { randomBytes } from "node:crypto";
import * as z from "zod";
import { auth } from "../../contract/auth";
import { deviceHeader, deviceNamePattern, nextDeviceHeader } from "../../contract/device";
import { secondFactorHeader, secondFactorStepHeader } from "../../contract/second-factor-headers";
import { cookieValues } from "../../session/chunks";
import type { WebConfig } from "../config/config";
import { parseJson } from "../core/parse-json";
import { type ApiResponse, callApi } from "../http/call-api";
import { toApi, toBrowser } from "../http/headers";
import type { TenantLocation } from "../tenancy/tenant-location";
import { basicToken } from "./basic-token";
import { basicSessionCookies, sessionsIn } from "./cookie";
import { securityPrefix, setCookie } from "./cookie-name";
import { answerOwnRequest } from "./own-request";
import { readBody } from "./read-body";
import { stepCookie, stepOf, stepRemovals } from "./second-step";
import { endBasic } from "./sign-out";
import { isSessionStoreReachable } from "./store";

const maxBodyBytes = 8 * 1024;

/** Body of the login form, of its second step, and after the set-up of a second factor (AU-11). */
const attemptSchema = z.union([
  z.object({
    userName: z.string().trim().min(1).max(200),
    password: z.string().min(1).max(1000),
  }),
  z.object({ code: z.string().trim().min(1).max(100) }),
  z.object({ passkey: z.looseObject({}) }),
  z.object({ isSetUp: z.literal(true) }),
]);
type Attempt = z.output<typeof attemptSchema>;

/**
 * Signs in with user name and password (AU-02): always creates a new session and ends the previous one, planted or own.
 * Forwards a refusal of the API unchanged (401, 429 with Retry-After, 503), but the token of a second step stays in a
 * sealed cookie.
 */
export function signIn(request: Request, config: WebConfig): Promise<Response> {
  return answerOwnRequest(
    request,
    config,
    config.authMode === "basic",
    async ({ requestId, place, fail }) => {
      if (!/^application\/json *(?:;|$)/i.test(request.headers.get("content-type") ?? ""))
        return fail("unsupported");

      const text = await readBody(request, maxBodyBytes);
      if (text === undefined) return fail("tooLarge");
      const attempt = attemptSchema.safeParse(parseJson(text));
      if (!attempt.success) return fail("badRequest");
      const cookieHeader = request.headers.get("cookie");
      const proof = await proofOf(config, place, attempt.data, cookieHeader);
      if (!proof) return fail("signInStepOver");
      // A colon ends the user name of Basic authorization, so it would name another user.
      if (proof.userName?.includes(":")) return fail("signedOut");
      // Fails before the password is checked if the session could not be stored or read.
      if (!(await isSessionStoreReachable(config))) return fail("unavailable");

      const headers = toApi(request.headers, { requestId });
      const device = deviceOf(config, place, cookieHeader);
      const response = await callApi({
        config,
        place,
        endpoint: proof.body ? auth.signInWithPasskey : auth.signIn,
        body: proof.body,
        headers: { ...headers, ...device.headers, ...proof.headers },
        signal: request.signal,
      });
      if (response.status !== 200) {
        // An error that is not from the API comes from a proxy, such as a 502 page.
        return response.status >= 400 && typeof response.body === "object"
          ? await refusal(config, place, proof.userName, response)
          : fail(response.status === 503 ? "unavailable" : "badGateway");
      }
      const signedIn = signedInSchema.safeParse(
        proof.body ? response.body : { userName: proof.userName, secret: response.body },
      ).data;
      if (!signedIn) return fail("badGateway");

      // Of several sessions, all but one were planted.
      for (const before of await sessionsIn(config, place, cookieHeader))
        await endBasic(config, place, before, requestId);
      const accessToken = basicToken(signedIn.userName, signedIn.secret);
      const cookies = await basicSessionCookies(config, place, accessToken, cookieHeader);
      const sent = new Headers({ "cache-control": "no-store", "x-request-id": requestId });
      for (const cookie of [...cookies, device.cookie, ...stepRemovals(config, place, cookieHeader)])
        sent.append("set-cookie", cookie);
      return new Response(null, { status: 204, headers: sent });
    },
  );
}

const signedInSchema = z.object({ userName: z.string().min(1), secret: z.string().min(1) });

interface Proof {
  /** Unknown before a passkey has named it. */
  userName?: string;
  headers?: Record<string, string>;
  body?: object;
}

/** What is sent to the API; undefined for a second step that is over. */
async function proofOf(
  config: WebConfig,
  place: TenantLocation,
  attempt: Attempt,
  cookieHeader: string | null,
): Promise<Proof | undefined> {
  if ("password" in attempt) {
    const { userName, password } = attempt;
    return { userName, headers: { authorization: `Basic ${basicToken(userName, password)}` } };
  }
  const step = await stepOf(config, place, cookieHeader);
  if ("passkey" in attempt)
    return {
      body: { response: attempt.passkey },
      // Some passkeys need the password too.
      ...(step && { headers: { [secondFactorStepHeader]: step.token } }),
    };
  return (
    step && {
      userName: step.userName,
      headers: {
        authorization: `Basic ${basicToken(step.userName, "")}`,
        [secondFactorStepHeader]: step.token,
        // A value that no header can have is no code either.
        ...("code" in attempt && { [secondFactorHeader]: attempt.code.replace(/[^\x21-\x7e]/g, "") }),
      },
    }
  );
}

/** The API's refusal, with the token of a second step in a sealed cookie. */
async function refusal(
  config: WebConfig,
  place: TenantLocation,
  userName: string | undefined,
  response: ApiResponse,
): Promise<Response> {
  // The body is serialised again, so its length may differ.
  const { "content-length": _, ...given } = toBrowser(response);
  const headers = new Headers(given);
  const { [secondFactorHeader]: factors, [secondFactorStepHeader]: token } = response.headers;
  if (typeof factors === "string") headers.set(secondFactorHeader, factors);
  if (typeof token === "string" && userName !== undefined)
    headers.append("set-cookie", await stepCookie(config, place, { userName, token }));
  return Response.json(response.body, { status: response.status, headers });
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
