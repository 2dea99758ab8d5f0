import { buildId, buildIdHeader } from "../../build-id";
import type { BffErrorCode, ErrorBody } from "../../contract/errors";
import { securityHeaders } from "../security-headers";

/** Headers of all responses except the files of a build. */
export const responseHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  ...(buildId && { [buildIdHeader]: buildId }),
};

const failures = {
  badPath: [400, "Bad request"],
  badRequest: [400, "Bad request"],
  signedOut: [401, "Not signed in"],
  crossSite: [403, "Forbidden"],
  notFound: [404, "Not found"],
  methodNotAllowed: [405, "Method not allowed"],
  tooLarge: [413, "Content too large"],
  unsupported: [415, "Unsupported media type"],
  failed: [500, "Internal server error"],
  badGateway: [502, "Bad gateway"],
  unavailable: [503, "Service unavailable"],
  timeout: [504, "Gateway timeout"],
} as const satisfies Record<BffErrorCode, readonly [status: number, title: string]>;

export type Failure = BffErrorCode;

export interface FailureResponse {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody<Failure>;
}

export function failureResponse(code: Failure, requestId: string): FailureResponse {
  const [status, title] = failures[code];
  return {
    status,
    headers: {
      "cache-control": "no-store",
      "content-type": "application/json",
      "x-request-id": requestId,
      ...(code === "unavailable" && { "retry-after": "2" }),
    },
    body: { status, code, title, requestId },
  };
}

/** The same for Next's handlers. */
export function failure(code: Failure, requestId: string, more?: Record<string, string> | Headers): Response {
  const { status, headers, body } = failureResponse(code, requestId);
  const all = new Headers(more);
  // The caller may have a more precise Retry-After.
  for (const [name, value] of Object.entries(headers))
    if (name !== "retry-after" || !all.has(name)) all.set(name, value);
  return Response.json(body, { status, headers: all });
}
