// See docs/decisions/0029.

import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { deviceHeader, deviceNamePattern, nextDeviceHeader } from "@/lib/contract/device";

/** Hashes of the device name a client sends, before and after a sign-in; absent when it sends none. */
export interface Device {
  hash?: string;
  nextHash?: string;
}

export function deviceOf(headers: IncomingHttpHeaders): Device {
  return { hash: hashOf(headers[deviceHeader]), nextHash: hashOf(headers[nextDeviceHeader]) };
}

function hashOf(name: string | string[] | undefined): string | undefined {
  if (typeof name !== "string" || !deviceNamePattern.test(name)) return undefined;
  return createHash("sha256").update(name).digest("hex");
}
