import { failure } from "../../bff/answers";
import { noted } from "../../bff/noted";
import { requestIdOf } from "../../bff/request-id";
import type { WebConfig } from "../../config";
import { authRequestOf } from "./addresses";
import { backChannelLogout } from "./back-channel";
import { begin } from "./begin";
import { callback } from "./callback";
import { leave, left } from "./leave";

/** Answers what is asked below `{prefix}/api/auth/`. None of it needs a header: browsers come by links and redirects. */
export async function handleAuth(request: Request, config: WebConfig): Promise<Response> {
  const asked = authRequestOf(request.headers.get(noted.target) ?? "", config);
  const requestId = requestIdOf(request.headers);
  if (!asked) return failure("notFound", requestId);
  const { action, place } = asked;
  const method = action === "backChannel" ? "POST" : "GET";
  if (request.method !== method) return failure("methodNotAllowed", requestId, { allow: method });
  if (action === "callback") return callback(request, asked, config);
  if (action === "backChannel") return backChannelLogout(request, place, config);
  if (action === "left") return left(request, place, config);
  if (!place) return failure("notFound", requestId);
  return action === "begin" ? begin(request, place, config) : leave(request, place, config);
}
