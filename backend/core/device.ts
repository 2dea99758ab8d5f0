// See docs/decisions/0029.

import type { IncomingHttpHeaders } from "node:http";
import { deviceHeader, deviceNamePattern, nextDeviceHeader } from "@/lib/contract/device";
import { userAgentOf } from "./client-name";
import { sha256Hex } from "./sha256";

/** The client of a request. */
export interface Device {
  /** Hashes of its device name, before and after a sign-in; absent when it sends none. */
  hash?: string;
  nextHash?: string;
  userAgent: string | null;
}

export function deviceOf(headers: IncomingHttpHeaders): Device {
  return {
    hash: hashOf(headers[deviceHeader]),
    nextHash: hashOf(headers[nextDeviceHeader]),
    userAgent: userAgentOf(headers["user-agent"]),
  };
}

function hashOf(name: string | string[] | undefined): string | undefined {
  if (typeof name !== "string" || !deviceNamePattern.test(name)) return undefined;
  return sha256Hex(name);
}
