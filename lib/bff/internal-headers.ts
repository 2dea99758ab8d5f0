import type { ServerResponse } from "node:http";

/** Headers that only this process writes; what a client sends under names that begin so is dropped. */
export const internalHeaderPrefix = "x-hub-";

export const internalHeaders = {
  /** The request target exactly as it came, before any URL parser resolved dots and backslashes. */
  target: "x-hub-target",
  /** Address of the client, IPv4 or IPv6. */
  address: "x-hub-address",
  /** Present where the path cannot be read, and a sign stands for what was wrong with it. */
  unreadable: "x-hub-unreadable",
  /** Present where a session is there whose provider or store cannot be asked now. */
  away: "x-hub-away",
  /** Names the response to this request in {@link responsesUnderWay}. */
  id: "x-hub-id",
} as const;

// The listener on incoming requests and the pages are bundled apart, so they share this through the global object.
const key = Symbol.for("hub.responses");
const shared = globalThis as typeof globalThis & { [key]?: Map<string, ServerResponse> };

export function responsesUnderWay(): Map<string, ServerResponse> {
  shared[key] ??= new Map();
  return shared[key];
}
