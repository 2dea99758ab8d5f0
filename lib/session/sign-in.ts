import { failure } from "../bff/answers";
import { apiPlaceOf } from "../bff/api-place";
import { callApi } from "../bff/call-api";
import { toApi, toBrowser } from "../bff/headers";
import { noted } from "../bff/noted";
import { requestIdOf } from "../bff/request-id";
import { isOwnRequest } from "../bff/same-origin";
import { UpstreamError } from "../bff/upstream";
import type { WebConfig } from "../config";
import { auth } from "../contract/auth";
import { textOf } from "./body";
import { basicSessionCookies, sessionFrom } from "./cookie";
import { basicToken, credentialsSchema } from "./credentials";
import { endBasic } from "./sign-out";

const largestBody = 8 * 1024;

/**
 * Signs in with user name and password (AU-02): a new session each time, and the one that was there before, planted
 * or own, is ended. A refusal of the API (401, 429 with Retry-After, 503) is passed on as it is.
 */
export async function signIn(request: Request, config: WebConfig): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const place = apiPlaceOf(request.headers.get(noted.target) ?? "", config);
  if (!isOwnRequest(request.headers)) return failure("crossSite", requestId);
  if (!place || config.authMode !== "basic") return failure("notFound", requestId);
  if (!request.headers.get("content-type")?.startsWith("application/json"))
    return failure("unsupported", requestId);

  const text = await textOf(request, largestBody);
  if (text === undefined) return failure("tooLarge", requestId);
  const credentials = credentialsSchema.safeParse(jsonOf(text));
  if (!credentials.success) return failure("badRequest", requestId);
  const { userName, password } = credentials.data;
  // A colon ends the user name of Basic authorization: such a name would sign somebody else in, or nobody.
  if (userName.includes(":")) return failure("signedOut", requestId);

  try {
    const {
      authorization: _,
      "content-length": __,
      "content-type": ___,
      ...headers
    } = toApi(request.headers, {
      requestId,
    });
    const answer = await callApi({
      config,
      place,
      endpoint: auth.signIn,
      headers: { ...headers, authorization: `Basic ${basicToken(userName, password)}` },
      signal: request.signal,
    });
    if (answer.status !== 200)
      return answer.status >= 400
        ? Response.json(answer.body ?? null, { status: answer.status, headers: toBrowser(answer.headers) })
        : failure("badGateway", requestId);
    if (typeof answer.body !== "string" || answer.body === "") return failure("badGateway", requestId);

    const cookieHeader = request.headers.get("cookie");
    const before = await sessionFrom(config, place, cookieHeader);
    if (before) await endBasic(config, place, before, requestId);
    const accessToken = basicToken(userName, answer.body);
    const cookies = await basicSessionCookies(config, place, accessToken, cookieHeader);
    const given = new Headers({ "cache-control": "no-store", "x-request-id": requestId });
    for (const cookie of cookies) given.append("set-cookie", cookie);
    return new Response(null, { status: 204, headers: given });
  } catch (error) {
    if (error instanceof UpstreamError) return failure(error.kind, requestId);
    throw error;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
