import { randomUUID } from "node:crypto";
import type { HeaderReader } from "./headers";

/** The request id set by a proxy, if safe, or a new one. */
export function requestIdOf(headers: HeaderReader): string {
  const given = headers.get("x-request-id");
  return given && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}
