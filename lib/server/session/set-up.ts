import * as z from "zod";
import { auth } from "../../contract/auth";
import { secondFactorStepHeader } from "../../contract/second-factor-headers";
import type { WebConfig } from "../config/config";
import { parseJson } from "../core/parse-json";
import { apiLocationOf } from "../http/api-location";
import { callApi } from "../http/call-api";
import { toApi, toBrowser } from "../http/headers";
import { internalHeaders } from "../http/internal-headers";
import { requestIdOf } from "../http/request-id";
import { failure } from "../http/responses";
import { isOwnRequest } from "../http/same-origin";
import { UpstreamError } from "../http/upstream";
import { basicToken } from "./basic-token";
import { readBody } from "./read-body";
import { stepOf } from "./second-step";

const maxBodyBytes = 32 * 1024;

/** Bodies of the login form, one for each step; the API checks the rest. */
const attemptSchema = z.union([
  z.object({ ask: z.enum(["makeFirstTotp", "makeFirstPasskey"]) }),
  z.object({ code: z.string() }),
  z.object({ name: z.string(), response: z.looseObject({}) }),
]);

/**
 * Sets up a second factor that the organisation requires (AU-11): forwards to the API with the token of the step in the
 * sealed cookie, and returns its response.
 */
export async function setUpFactor(request: Request, config: WebConfig): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const place = apiLocationOf(request.headers.get(internalHeaders.target) ?? "", config);
  if (!isOwnRequest(request.headers)) return failure("crossSite", requestId, request.headers);
  if (!place || config.authMode !== "basic") return failure("notFound", requestId, request.headers);
  const text = await readBody(request, maxBodyBytes);
  if (text === undefined) return failure("tooLarge", requestId, request.headers);
  const { data } = attemptSchema.safeParse(parseJson(text));
  if (!data) return failure("badRequest", requestId, request.headers);
  const step = await stepOf(config, place, request.headers.get("cookie"));
  if (!step) return failure("signInStepOver", requestId, request.headers);
  try {
    const response = await callApi({
      config,
      place,
      endpoint:
        "ask" in data ? auth[data.ask] : "code" in data ? auth.confirmFirstTotp : auth.addFirstPasskey,
      body: "ask" in data ? undefined : data,
      headers: {
        ...toApi(request.headers, { requestId }),
        authorization: `Basic ${basicToken(step.userName, "")}`,
        [secondFactorStepHeader]: step.token,
      },
      signal: request.signal,
    });
    if (typeof response.body !== "object")
      return failure(response.status === 503 ? "unavailable" : "badGateway", requestId, request.headers);
    // The body is serialised again, so its length may differ.
    const { "content-length": _, ...headers } = toBrowser(response);
    return Response.json(response.body, { status: response.status, headers });
  } catch (error) {
    if (error instanceof UpstreamError) return failure(error.kind, requestId, request.headers);
    throw error;
  }
}
