import type { IncomingMessage, ServerResponse } from "node:http";
import { type WebConfig, webSettings } from "../config/config";
import { isOperatorToken } from "../config/operator-token";
import { factsOfProcess } from "../core/process-facts";
import { pathOfTarget } from "../http/target";
import { metricsText } from "../telemetry/runtime";

type Serve = () => Promise<{ type: string; text: string }>;

const served: Readonly<Record<string, Serve>> = {
  "/metrics": metricsText,
  "/support": async () => ({
    type: "application/json",
    text: JSON.stringify(factsOfProcess(Object.keys(webSettings.shape))),
  }),
};

/**
 * Responds to `/metrics` and `/support` below the base path, for callers with METRICS_TOKEN as bearer; without that
 * setting they do not exist. Unlike those of the API, they are reachable for everyone, so the caller's address proves nothing.
 * @returns whether the request is answered
 */
export function serveOperators(
  request: IncomingMessage,
  response: ServerResponse,
  config: WebConfig,
): boolean {
  const path = pathOfTarget(request.url ?? "/");
  const serve = path.startsWith(config.basePath) ? served[path.slice(config.basePath.length)] : undefined;
  if (!serve || (request.method !== "GET" && request.method !== "HEAD")) return false;
  const { metricsToken } = config;
  response.setHeader("cache-control", "no-store");
  response.setHeader("x-content-type-options", "nosniff");
  if (metricsToken === undefined) {
    response.writeHead(404).end();
  } else if (!isOperatorToken(bearerIn(request), metricsToken)) {
    response.writeHead(401, { "www-authenticate": "Bearer" }).end();
  } else {
    serve().then(
      ({ type, text }) => response.writeHead(200, { "content-type": type }).end(text),
      (error: unknown) => {
        console.error(`${path} failed:`, error);
        response.writeHead(500).end();
      },
    );
  }
  return true;
}

const bearerIn = ({ headers }: IncomingMessage) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
