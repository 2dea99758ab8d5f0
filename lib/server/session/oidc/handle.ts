import { internalHeaders } from "../../bff/internal-headers";
import { requestIdOf } from "../../bff/request-id";
import { failure } from "../../bff/responses";
import { UpstreamError } from "../../bff/upstream";
import type { WebConfig } from "../../config";
import { type AuthRequest, authRequestOf } from "./addresses";
import { backChannelLogout } from "./back-channel";
import { begin } from "./begin";
import { callback } from "./callback";
import { leave, left } from "./leave";

/** Answers what sign-in through a provider asks below `{prefix}/api/auth/`. None of it needs a header: browsers come by links and redirects. */
export async function handleAuth(request: Request, config: WebConfig): Promise<Response> {
  const asked = authRequestOf(request.headers.get(internalHeaders.target) ?? "", config);
  const requestId = requestIdOf(request.headers);
  if (!asked) return failure("notFound", requestId);
  const method = asked.action === "backChannel" ? "POST" : "GET";
  if (request.method !== method) return failure("methodNotAllowed", requestId, { allow: method });
  try {
    return await answerTo(request, asked, config);
  } catch (error) {
    if (error instanceof UpstreamError) return failure(error.kind, requestId);
    throw error;
  }
}

async function answerTo(request: Request, asked: AuthRequest, config: WebConfig): Promise<Response> {
  const { action, place } = asked;
  if (action === "callback") return callback(request, asked, config);
  if (action === "backChannel") return backChannelLogout(request, place, config);
  if (action === "left") return left(request, place, config);
  if (!place) return failure("notFound", requestIdOf(request.headers));
  return action === "begin" ? begin(request, place, config) : leave(request, place, config);
}
