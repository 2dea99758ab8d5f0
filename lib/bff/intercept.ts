import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import type { WebConfig } from "../config";
import { discardBody, giveUpConnection, hasBody, isAmbiguous, isGivenUp } from "../http/framing";
import { policyOfData, transportSecurity } from "../security-headers";
import { authRequestOf } from "../session/oidc/addresses";
import { apiLocationOf } from "./api-location";
import { bodyExpectation, ofNext } from "./expected-body";
import { headersOf } from "./headers";
import { internalHeaderPrefix, internalHeaders, responsesUnderWay } from "./internal-headers";
import { clientAddress } from "./networks";
import { renewForVisit } from "./renewed-visit";
import { requestIdOf } from "./request-id";
import { refuse, serve } from "./serve";
import { staticFiles } from "./static-files";
import { isPlainPath, pathOfTarget, plainPath } from "./target";

/** What the middleware leaves alone; below it there are no pages. */
const ofBff = /\/api\//;
const ofNextFiles = /\/_next\//;

/**
 * Puts the BFF in front of Next, in the same server: see docs/decisions/0005-bff-before-next.md. Everything else goes on
 * to Next, with what Next would hide from its handlers noted in headers.
 */
export function intercept(config: WebConfig): void {
  const known = new WeakSet<Server>();
  // `next dev` makes its files as they are asked for.
  const serveStatic =
    process.env.NODE_ENV === "production"
      ? staticFiles(join(/* turbopackIgnore: true */ process.cwd(), ".next", "static"))
      : () => false;
  subscribe("http.server.request.start", (message) => {
    const { server } = message as { server: Server };
    if (known.has(server)) return;
    known.add(server);
    const listeners = server.listeners("request");
    server.removeAllListeners("request");
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      // What follows a body that was not expected is nobody's request.
      if (isGivenUp(request)) return;
      request.url = withoutOrigin(request.url ?? "/");
      const path = pathOfTarget(request.url);
      // The middleware gives pages theirs.
      if (ofBff.test(path)) setHeaders(response, policyOfData);
      if (answers(request, response, config)) return;
      if (serveStatic(request, response)) return;
      if (ofNextFiles.test(path)) setHeaders(response, policyOfData);
      note(request, response, config);
      if (!isPlainPath(pathOfTarget(request.url ?? ""))) {
        request.headers[internalHeaders.unreadable] = "1";
        request.url = plainPath(pathOfTarget(request.url ?? ""));
      }
      const goOn = () => {
        for (const listener of listeners) listener.call(server, request, response);
      };
      if (ofBff.test(pathOfTarget(request.url ?? ""))) goOn();
      else
        renewForVisit(request, response, config).then(goOn, (error: unknown) => {
          console.error("request of a page:", error);
          refuse(response, "failed", requestIdOf(headersOf(request)));
        });
    });
  });
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** A target in absolute form (RFC 9112 section 3.2.2) names a host, which anybody can make up: Next would redirect to it. */
function withoutOrigin(target: string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target)?.[0] ?? "";
  const rest = target.slice(origin.length);
  return rest.startsWith("/") || origin === "" ? rest : `/${rest}`;
}

/** @returns whether the request is answered here and not by Next */
function answers(request: IncomingMessage, response: ServerResponse, config: WebConfig): boolean {
  const { url = "" } = request;
  if (config.publicUrl.protocol === "https:") setHeaders(response, transportSecurity);
  const requestId = requestIdOf(headersOf(request));
  const place = apiLocationOf(url, config);
  const expectation = hasBody(request) ? bodyExpectation(request, place, config) : "declared";
  if (isAmbiguous(request) || expectation === "undeclared") {
    giveUpConnection(request, response);
    void discardBody(request).then(() => refuse(response, "badRequest", requestId));
    return true;
  }
  // What follows a wish for another protocol, which is not granted, Node throws away.
  if (expectation === "unknown" || request.headers.upgrade !== undefined) giveUpConnection(request, response);
  // `OPTIONS *` is about no address of ours, and Next fails at it as it does at TRACE.
  if (!url.startsWith("/")) {
    refuse(response, "badPath", requestId);
    return true;
  }
  if (!isMethodHere(request)) {
    refuse(response, "methodNotAllowed", requestId, { allow: "GET, HEAD" });
    return true;
  }
  // Next would answer a path that does not decode with 500, and resolve or redirect the others. A person who followed
  // such an address gets a page that says so; it is rendered for an address that every server reads alike.
  if (!isPlainPath(pathOfTarget(url)) && !isVisit(request)) {
    refuse(response, "badPath", requestId);
    return true;
  }
  if (!ofBff.test(pathOfTarget(url))) return false;
  if (authRequestOf(url, config)) return false;
  if (!place) {
    refuse(response, "notFound", requestId);
    return true;
  }
  if (ofNext.test(place.path)) return false;
  note(request, response, config);
  serve(request, response, place, config).catch((error: unknown) => {
    console.error(`request ${requestId}:`, error);
    if (response.headersSent) response.destroy();
    else refuse(response, "failed", requestId);
  });
  return true;
}

/**
 * Pages are looked at. The forms in front of the door are posted natively where their code has not taken over yet, which
 * shows them once more; Next's own ways to call the server through a page are not used here.
 */
function isMethodHere({ method = "", headers, url = "" }: IncomingMessage): boolean {
  if (ofBff.test(pathOfTarget(url))) return method !== "TRACE";
  // `next dev` has calls of its own.
  if (process.env.NODE_ENV === "development") return true;
  if (method === "GET" || method === "HEAD") return true;
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  return method === "POST" && isForm && headers["next-action"] === undefined;
}

/** Whether somebody looks at this address in a browser, rather than a program at data. */
function isVisit({ method, headers, url = "" }: IncomingMessage): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    Boolean(headers.accept?.includes("text/html")) &&
    !ofBff.test(pathOfTarget(url))
  );
}

/** Next fills X-Forwarded-For itself and believes what clients put there; here the peer's own address counts. */
function note(request: IncomingMessage, response: ServerResponse, { trustedProxies }: WebConfig): void {
  const { headers, socket, url } = request;
  for (const name of Object.keys(headers)) if (name.startsWith(internalHeaderPrefix)) delete headers[name];
  const id = randomUUID();
  headers[internalHeaders.id] = id;
  headers[internalHeaders.target] = url;
  headers[internalHeaders.address] = clientAddress(
    socket.remoteAddress ?? "",
    headers["x-forwarded-for"]?.toString(),
    trustedProxies,
  );
  responsesUnderWay().set(id, response);
  response.once("close", () => responsesUnderWay().delete(id));
}
