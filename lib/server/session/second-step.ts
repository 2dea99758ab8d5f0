import * as z from "zod";
import { onlyCookie } from "../../session/chunks";
import type { WebConfig } from "../config/config";
import type { TenantLocation } from "../tenancy/tenant-location";
import { securityPrefix, setCookie } from "./cookie-name";
import { openFields, sealFields } from "./seal";

/** Limit of the API for the set-up of a second factor; its limit for a code is shorter. */
const lifetimeSeconds = 15 * 60;
const binding = "hub second step";

/** A sign-in after the right password; the browser sends it back sealed, instead of the password. */
const stepSchema = z.object({
  userName: z.string(),
  token: z.string(),
  tenant: z.string(),
  until: z.number(),
});
type Step = Pick<z.output<typeof stepSchema>, "userName" | "token">;

type Settings = Pick<WebConfig, "publicUrl" | "sessionSecret">;
type Place = Pick<TenantLocation, "prefix" | "tenant">;

/** The Set-Cookie value that remembers a step. */
export async function stepCookie(settings: Settings, place: Place, step: Step): Promise<string> {
  const { tenant = "" } = place;
  const until = Date.now() + lifetimeSeconds * 1000;
  const sealing = { secret: settings.sessionSecret, binding };
  const value = await sealFields([JSON.stringify({ ...step, tenant, until })], sealing);
  return cookie(settings, place, value, lifetimeSeconds);
}

/** The Set-Cookie value that removes the step of a request, if it has one. */
export function stepRemovals(settings: Settings, place: Place, cookieHeader: string | null): string[] {
  const isSent = cookieHeader?.includes(`${nameOf(settings, place)}=`);
  return isSent ? [cookie(settings, place, "", 0)] : [];
}

/** The step of a request; undefined if it is over, of another tenant, or planted beside another one. */
export async function stepOf(
  settings: Settings,
  place: Place,
  cookieHeader: string | null,
): Promise<Step | undefined> {
  const value = onlyCookie(cookieHeader, nameOf(settings, place)) ?? "";
  const [text] = (await openFields(value, { secret: settings.sessionSecret, binding })) ?? [];
  const { data } = stepSchema.safeParse(text === undefined ? undefined : JSON.parse(text));
  return data && data.until > Date.now() && data.tenant === (place.tenant ?? "") ? data : undefined;
}

const nameOf = (settings: Settings, { prefix }: Place) =>
  `${securityPrefix(settings, prefix || "/")}hub.step`;

const cookie = (settings: Settings, place: Place, value: string, maxAge: number) =>
  setCookie(settings, { name: nameOf(settings, place), value, path: place.prefix || "/", maxAge });
