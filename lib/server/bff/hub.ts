import type { ServerResponse } from "node:http";
import * as z from "zod";
import type { Endpoint } from "../../contract/endpoint";
import { hubPath, transportsHeader } from "../../live/hub";
import type { WebConfig } from "../config";
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

/** The hub's requests, which are no calls of the contract: SignalR's negotiation, streams, and what clients say. */
export const hubEndpoints: readonly Endpoint[] = [
  negotiate,
  // A browser's event stream has no header against forged requests; the id in its address comes of a negotiation, which has one.
  { ...call, name: "stream", method: "GET", path: hubPath, navigable: true },
  { ...call, name: "say", method: "POST", path: hubPath, body: z.string() },
  { ...call, name: "leave", method: "DELETE", path: hubPath },
];

/** What the API is told with a negotiation: route handlers cannot upgrade, so that WebSockets do not pass. */
export const transportsOf = (endpoint: Endpoint): Record<string, string> =>
  endpoint === negotiate ? { [transportsHeader]: "ServerSentEvents, LongPolling" } : {};

/** What the hub is asked by a browser: the API would take a credential from the query of whoever has no session. */
const passedToHub = ["id", "negotiateVersion"];

/** @param query with its `?`, or empty */
export function queryForApi(endpoint: Endpoint, query: string): string {
  if (!hubEndpoints.includes(endpoint)) return query;
  const passed = [...new URLSearchParams(query)].filter(([name]) => passedToHub.includes(name));
  return passed.length > 0 ? `?${new URLSearchParams(passed)}` : "";
}

/** Milliseconds between two looks whether a stream's session is still one: the API does not hear of those that end here. */
const lookedAfter = 5_000;

const streams = new Set<ServerResponse>();

/** Ends a stream with its session, and when this process is told to stop, which would wait for it in vain. */
export function endWithSession(
  response: ServerResponse,
  session: Session | undefined,
  config: WebConfig,
): void {
  if (streams.size === 0) for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, endAll);
  streams.add(response);
  const looking = setInterval(async () => {
    // While nobody can tell, it goes on: the API asks by itself whose it is.
    if (session && (await isOver(config, session).catch(() => false))) response.destroy();
  }, lookedAfter);
  response.once("close", () => {
    clearInterval(looking);
    streams.delete(response);
    if (streams.size === 0) for (const signal of ["SIGTERM", "SIGINT"] as const) process.off(signal, endAll);
  });
}

function endAll(): void {
  for (const response of streams) response.destroy();
}
