import { randomBytes } from "node:crypto";
import { deviceHeader, deviceNamePattern, nextDeviceHeader } from "../../contract/device";
import { cookieValues } from "../../session/chunks";
import type { WebConfig } from "../config";
import type { TenantLocation } from "../tenancy/tenant-location";
import { protectionOf, setCookie } from "./cookie-name";

const seconds = 365 * 24 * 60 * 60;

type Settings = Pick<WebConfig, "publicUrl">;
type Where = Pick<TenantLocation, "prefix">;

/**
 * How a browser shows that somebody has signed in from it before: a random name, which is another one after each sign-in. It
 * lets nobody in; whoever guesses passwords elsewhere does not slow it down.
 */
export function deviceOf(settings: Settings, where: Where, cookieHeader: string | null) {
  const next = randomBytes(32).toString("base64url");
  // Of two that could be its name, somebody has planted one.
  const [now, ...others] = cookieValues(cookieHeader, nameOn(settings, where)).filter((value) =>
    deviceNamePattern.test(value),
  );
  const isKnown = now !== undefined && others.length === 0;
  return {
    headers: { ...(isKnown && { [deviceHeader]: now }), [nextDeviceHeader]: next },
    /** The value of the Set-Cookie header of a sign-in that has succeeded. */
    cookie: setCookie(settings, {
      name: nameOn(settings, where),
      value: next,
      path: where.prefix || "/",
      maxAge: seconds,
    }),
  };
}

const nameOn = (settings: Settings, { prefix }: Where) =>
  `${protectionOf(settings, prefix || "/")}hub.device`;
