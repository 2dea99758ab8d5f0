import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { delimiter, join } from "node:path";
import type { WebConfig } from "../config";
import { endSilentBody, isGivenUp } from "../http/framing";
import { policyOfData, transportSecurity } from "../security-headers";
import { headersOf } from "./headers";
import { hideHeaders, noteExchange } from "./internal-headers";
import { clientAddress } from "./networks";
import { passOn } from "./proxy";
import { renewForPage } from "./renew-for-page";
import { isRefused, makeReadable, withoutOrigin } from "./request-guard";
import { requestIdOf } from "./request-id";
import { responseHeaders } from "./responses";
import { refuse } from "./serve";
import { staticFiles } from "./static-files";
import { hasOwnHandler, isBelowApi, isBelowNext, pathOfTarget, withoutPrefix } from "./target";

const started = "http.server.request.start";

/**
 * Has each request of the web process looked at before Next is, in the same server: under `next dev` and in the standalone
 * build, which leaves out custom servers. See docs/decisions/0063-bff-as-a-route-handler.md.
 * @returns takes it out again, as far as servers are concerned that have not been asked yet
 */
export function installBeforeNext(config: WebConfig): () => void {
  const known = new WeakSet<Server>();
  const listener = beforeNext(config);
  const begin = (message: unknown) => {
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
  subscribe(started, begin);
  return () => void unsubscribe(started, begin);
}

/** The steps in their order; whoever answers is the last. */
function beforeNext(config: WebConfig) {
  // `next dev` makes its files as they are asked for.
  const serveStatic = process.env.NODE_ENV === "production" ? staticFiles(assets()) : () => false;
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    // What follows a body that was not expected is nobody's request.
    if (isGivenUp(request)) return;
    endSilentBody(request, response);
    const target = withoutOrigin(request.url ?? "/");
    const path = pathOfTarget(target);
    request.url = target;
    if (config.publicUrl.protocol === "https:") setHeaders(response, transportSecurity);
    // The middleware gives pages theirs.
    if (isBelowApi(path)) setHeaders(response, policyOfData);
    if (isRefused(request, response, config)) return;
    if (serveStatic(request, response)) return;
    setHeaders(response, responseHeaders);
    if (isBelowNext(path)) setHeaders(response, policyOfData);
    const exchange = { request, response, target, headers: request.headers };
    noteExchange({ ...exchange, address: addressOf(request, config) });
    request.url = withoutPrefix(target);
    if (isBelowApi(path) && !hasOwnHandler(path)) {
      if (isQuick(request)) {
        void passOn(exchange, config);
      } else {
        hideHeaders(exchange);
        next();
      }
    } else if (isBelowApi(path)) {
      next();
    } else {
      makeReadable(request);
      renewForPage(request, response, config).then(next, (error: unknown) => {
        if (request.socket.destroyed) return void response.destroy();
        console.error("request of a page:", error);
        refuse(response, "failed", requestIdOf(headersOf(request)));
      });
    }
  };
}

/**
 * Whether a call does not go through Next's router to its handler, which takes longer than the rest of the way: reads are most
 * calls by far. Under `next dev` all do, so that what is changed in the BFF counts at once.
 */
function isQuick({ method }: IncomingMessage): boolean {
  return method === "GET" && process.env.NODE_ENV === "production";
}

/** Directories of the build's files for browsers, and of those of earlier builds (scripts/web.mjs). */
function assets(): string[] {
  const earlier = process.env.EARLIER_ASSETS?.split(delimiter).filter(Boolean) ?? [];
  return [join(/* turbopackIgnore: true */ process.cwd(), ".next", "static"), ...earlier];
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Next fills X-Forwarded-For itself and believes what clients put there; here the peer's own address counts. */
function addressOf({ headers, socket }: IncomingMessage, { trustedProxies }: WebConfig): string {
  return clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"]?.toString(), trustedProxies);
}
