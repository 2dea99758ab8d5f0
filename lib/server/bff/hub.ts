import type { ServerResponse } from "node:http";
import * as z from "zod";
import type { Endpoint } from "../../contract/endpoint";
import { hubPath, transportsHeader } from "../../live/hub";
import type { WebConfig } from "../config/config";
import { onClosing } from "../core/stopping";
import { isOver } from "../session/ended";
import type { Session } from "../session/seal";

const call = { area: "notifications", access: "signedIn", summary: "", response: z.unknown() } as const;

const negotiate = {
  ...call,
  name: "negotiate",
  method: "POST",
  path: `${hubPath}/negotiate`,
  body: z.string(),
} as const;

/** The hub's requests, which are not calls of the contract: SignalR's negotiation, streams, and client messages. */
export const hubEndpoints: readonly Endpoint[] = [
  negotiate,
  // A browser's event stream cannot send a CSRF header; the id in its address comes from a negotiation, which does.
  { ...call, name: "stream", method: "GET", path: hubPath, navigable: true },
  { ...call, name: "say", method: "POST", path: hubPath, body: z.string() },
  { ...call, name: "leave", method: "DELETE", path: hubPath },
];

/** Sent to the API with a negotiation: route handlers cannot upgrade, so WebSockets are unavailable. */
export const transportsOf = (endpoint: Endpoint): Record<string, string> =>
  endpoint === negotiate ? { [transportsHeader]: "ServerSentEvents, LongPolling" } : {};

/** Query parameters forwarded to the hub: the API would accept a credential in the query of a client without a session. */
const hubParameters = ["id", "negotiateVersion"];

/** @param query with its `?`, or empty */
export function queryForApi(endpoint: Endpoint, query: string): string {
  if (!hubEndpoints.includes(endpoint)) return query;
  const forwarded = [...new URLSearchParams(query)].filter(([name]) => hubParameters.includes(name));
  return forwarded.length > 0 ? `?${new URLSearchParams(forwarded)}` : "";
}

/** Milliseconds between checks of a stream's session: the API is not notified of sessions that end here. */
const sessionCheckInterval = 5_000;

const streams = new Set<ServerResponse>();
// Clients reconnect, to another process if there is one.
onClosing(() => {
  for (const response of streams) response.end();
});

/** Ends a stream with its session, and when this process stops, which would otherwise wait for it. */
export function endWithSession(
  response: ServerResponse,
  session: Session | undefined,
  config: WebConfig,
): void {
  streams.add(response);
  const timer = setInterval(async () => {
    // If the session store is away, the stream continues: the API checks its user itself.
    if (session && (await isOver(config, session).catch(() => false))) response.destroy();
  }, sessionCheckInterval);
  response.once("close", () => {
    clearInterval(timer);
    streams.delete(response);
  });
}
