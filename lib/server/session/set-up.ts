import * as z from "zod";
import { auth } from "../../contract/auth";
import { secondFactorStepHeader } from "../../contract/second-factor-headers";
import type { WebConfig } from "../config/config";
import { parseJson } from "../core/parse-json";
import { callApi } from "../http/call-api";
import { toApi, toBrowser } from "../http/headers";
import { basicToken } from "./basic-token";
import { answerOwnRequest } from "./own-request";
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
export function setUpFactor(request: Request, config: WebConfig): Promise<Response> {
  return answerOwnRequest(
    request,
    config,
    config.authMode === "basic",
    async ({ requestId, place, fail }) => {
      const text = await readBody(request, maxBodyBytes);
      if (text === undefined) return fail("tooLarge");
      const { data } = attemptSchema.safeParse(parseJson(text));
      if (!data) return fail("badRequest");
      const step = await stepOf(config, place, request.headers.get("cookie"));
      if (!step) return fail("signInStepOver");
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
        return fail(response.status === 503 ? "unavailable" : "badGateway");
      // The body is serialised again, so its length may differ.
      const { "content-length": _, ...headers } = toBrowser(response);
      return Response.json(response.body, { status: response.status, headers });
    },
  );
}
