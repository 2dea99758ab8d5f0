import type { IncomingMessage, ServerResponse } from "node:http";
import { isBelowApi, isBelowNext, pathOfTarget } from "../http/target";
import { isLogged, writeLine } from "../telemetry/console-lines";
import { metrics, observe, readWith } from "../telemetry/metrics";
import { now, recordSpan } from "../telemetry/spans";
import { continueTrace, runInTrace } from "../telemetry/trace-context";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

let active = 0;
readWith(metrics.activeRequests, () => active);

/** Runs a request in its trace, and measures it until its response is complete: as a span and as a metric. */
export function measureRequest(
  request: IncomingMessage,
  response: ServerResponse,
  respond: () => void,
): void {
  const trace = continueTrace(request.headers.traceparent?.toString());
  const startedAt = now();
  const { method: given = "" } = request;
  trace.route = kindOf(pathOfTarget(request.url ?? "/"));
  active += 1;
  response.once("close", () => {
    active -= 1;
    const method = methods.has(given) ? given : "_OTHER";
    const { route } = trace;
    const status = response.statusCode;
    const attributes = {
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
    };
    const milliseconds = now() - startedAt;
    observe(metrics.serverRequest, attributes, milliseconds / 1000);
    recordSpan(trace, {
      name: `${method} ${route}`,
      kind: "server",
      startedAt,
      attributes,
      isFailed: status >= 500,
    });
    if (isLogged("info"))
      runInTrace(trace, () =>
        writeLine("info", "answered", { method, route, status, ms: Math.round(milliseconds) }),
      );
  });
  runInTrace(trace, respond);
}

/** A route for requests that are not calls of the contract: one of few, however many addresses there are. */
function kindOf(path: string): string {
  if (isBelowNext(path)) return "/_next/*";
  if (isBelowApi(path)) return "/api/*";
  const [own] = /\/(?:health|ready|metrics|support)$/.exec(path) ?? [];
  return own ?? "/*";
}
