import type { IncomingMessage } from "node:http";
import { takesBody } from "../../contract/endpoint";
import type { WebConfig } from "../config";
import { authRequestOf } from "../session/oidc/addresses";
import type { TenantLocation } from "../tenancy/tenant-location";
import { findEndpoint } from "./allow-list";

/** What has route handlers of its own below `{prefix}/api/`, because it is no call of the contract. */
const ownHandlers = /^\/(?:auth\/(?:sign-(?:in|out)|renew)|messages\/[\w-]+)$/;

/** Methods that RFC 9110 sections 9.3.1 to 9.3.8 give no body any meaning for. */
const bodiless = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/**
 * Whether the address that a request with a body is for takes one: `declared`, `undeclared`, or `unknown` where nothing is
 * there for this method, which its answer says by itself.
 * @param place where it lies below `{prefix}/api/`
 */
export function bodyExpectation(
  { method = "", url = "" }: IncomingMessage,
  place: TenantLocation | undefined,
  config: WebConfig,
): "declared" | "undeclared" | "unknown" {
  const isPost = method === "POST";
  const auth = authRequestOf(url, config);
  if (auth) return auth.action === "backChannel" && isPost ? "declared" : "undeclared";
  if (place && ownHandlers.test(place.path))
    return place.path === "/auth/sign-in" && isPost ? "declared" : "undeclared";
  const endpoint = place && findEndpoint(method, place.path);
  if (endpoint && "method" in endpoint) return takesBody(endpoint) ? "declared" : "undeclared";
  return bodiless.has(method) ? "undeclared" : "unknown";
}
