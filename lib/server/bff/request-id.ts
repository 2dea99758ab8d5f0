import { randomUUID } from "node:crypto";
import type { HeaderReader } from "./headers";

/** The id a proxy in front of us gave, if it is a harmless one, or a new one. */
export function requestIdOf(headers: HeaderReader): string {
  const given = headers.get("x-request-id");
  return given && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}
