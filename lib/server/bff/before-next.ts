import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { delimiter, join } from "node:path";
import type { WebConfig } from "../config/config";
import { clientAddress } from "../config/networks";
import { policyOfData, transportSecurity } from "../core/security-headers";
import { onDraining } from "../core/stopping";
import { closeStalledBody, isAborted } from "../http/framing";
import { headersOf } from "../http/headers";
import { hideHeaders, registerExchange } from "../http/internal-headers";
import { requestIdOf } from "../http/request-id";
import { responseHeaders } from "../http/responses";
import { hasOwnHandler, isBelowApi, isBelowNext, pathOfTarget, withoutPrefix } from "../http/target";
import { measureRequest } from "./measure-request";
import { serveOperators } from "./operators";
import { forwardCall } from "./proxy";
import { renewForPage } from "./renew-for-page";
import { isRefused, rewriteInvalidPath, withoutOrigin } from "./request-guard";
import { serveSecurityTxt } from "./security-txt";
import { refuse } from "./serve";
import { staticFiles } from "./static-files";

const started = "http.server.request.start";

/**
 * Handles each request of the web process before Next, in the same server: under `next dev` and in the standalone build,
 * which supports no custom servers. See docs/decisions/0063.
 * @returns function that uninstalls it for servers without a request so far
 */
export function installBeforeNext(config: WebConfig): () => void {
  const known = new WeakSet<Server>();
  const listener = beforeNext(config);
  const attach = (message: unknown) => {
    const { server } = message as { server: Server };
    if (known.has(server)) return;
    known.add(server);
    const listeners = server.listeners("request");
    server.removeAllListeners("request");
    server.on("request", (request: IncomingMessage, response: ServerResponse) =>
      listener(request, response, () => {
        for (const each of listeners) each.call(server, request, response);
      }),
    );
  };
  subscribe(started, attach);
  return () => void unsubscribe(started, attach);
}

/** The steps in order; the first one that responds ends them. */
function beforeNext(config: WebConfig) {
  // `next dev` generates its files on demand.
  const serveStatic = process.env.NODE_ENV === "production" ? staticFiles(assets()) : () => false;
  let isDraining = false;
  onDraining(() => {
    isDraining = true;
  });
  const respond = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    // Bytes after an unexpected body belong to no request.
    if (isAborted(request)) return;
    closeStalledBody(request, response);
    const target = withoutOrigin(request.url ?? "/");
    const path = pathOfTarget(target);
    request.url = target;
    if (config.publicUrl.protocol === "https:") setHeaders(response, transportSecurity);
    // Pages get theirs from the middleware.
    if (isBelowApi(path)) setHeaders(response, policyOfData);
    if (isRefused(request, response, config)) return;
    if (isDraining && (path === "/ready" || path === `${config.basePath}/ready`)) {
      reportStopping(response);
      return;
    }
    if (serveOperators(request, response, config)) return;
    if (serveStatic(request, response)) return;
    setHeaders(response, responseHeaders);
    if (serveSecurityTxt(request, response, config)) return;
    if (isBelowNext(path)) setHeaders(response, policyOfData);
    const exchange = { request, response, target, headers: request.headers };
    registerExchange({ ...exchange, address: addressOf(request, config) });
    request.url = withoutPrefix(target);
    if (isBelowApi(path) && !hasOwnHandler(path)) {
      if (bypassesRouter(request)) {
        void forwardCall(exchange, config);
      } else {
        hideHeaders(exchange);
        next();
      }
    } else if (isBelowApi(path)) {
      next();
    } else {
      rewriteInvalidPath(request);
      renewForPage(request, response, config).then(next, (error: unknown) => {
        if (request.socket.destroyed) return void response.destroy();
        console.error("request of a page:", error);
        refuse(response, "failed", requestIdOf(headersOf(request)));
      });
    }
  };
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void =>
    measureRequest(request, response, () => respond(request, response, next));
}

/** Load balancers send no further requests then; those that arrive are served. */
function reportStopping(response: ServerResponse): void {
  setHeaders(response, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "retry-after": "5",
  });
  response.writeHead(503).end(JSON.stringify({ status: "stopping" }));
}

/**
 * Whether a call bypasses Next's router, which takes longer than the rest of the request: reads are most calls by far.
 * Under `next dev` none does, so that changes of the BFF apply at once.
 */
function bypassesRouter({ method }: IncomingMessage): boolean {
  return method === "GET" && process.env.NODE_ENV === "production";
}

/** Directories of browser files of this build and earlier ones (scripts/product/web.mjs). */
function assets(): string[] {
  const earlier = process.env.EARLIER_ASSETS?.split(delimiter).filter(Boolean) ?? [];
  return [join(/* turbopackIgnore: true */ process.cwd(), ".next", "static"), ...earlier];
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Next sets X-Forwarded-For itself and trusts the client's value; this uses the peer's own address. */
function addressOf({ headers, socket }: IncomingMessage, { trustedProxies }: WebConfig): string {
  return clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"]?.toString(), trustedProxies);
}
