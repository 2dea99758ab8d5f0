import type { WebConfig } from "../config/config";
import { apiLocationOf } from "../http/api-location";
import { internalHeaders } from "../http/internal-headers";
import { requestIdOf } from "../http/request-id";
import { type Failure, failure } from "../http/responses";
import { isOwnRequest } from "../http/same-origin";
import { UpstreamError } from "../http/upstream";
import type { TenantLocation } from "../tenancy/tenant-location";

interface OwnRequest {
  requestId: string;
  place: TenantLocation;
  fail(code: Failure, headers?: Headers): Response;
}

/**
 * Answers a request that only pages of ours may send: 403 for those of foreign pages, 404 outside of a tenant or where it is not
 * offered, and the code of an {@link UpstreamError} that `answer` throws.
 */
export async function answerOwnRequest(
  request: Request,
  config: WebConfig,
  isOffered: boolean,
  answer: (own: OwnRequest) => Promise<Response>,
): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const fail: OwnRequest["fail"] = (code, headers) => failure(code, requestId, request.headers, headers);
  if (!isOwnRequest(request.headers)) return fail("crossSite");
  const place = apiLocationOf(request.headers.get(internalHeaders.target) ?? "", config);
  if (!place || !isOffered) return fail("notFound");
  try {
    return await answer({ requestId, place, fail });
  } catch (error) {
    if (error instanceof UpstreamError) return fail(error.kind);
    throw error;
  }
}
