import { createHash } from "node:crypto";
import * as z from "zod";
import { onlyCookie } from "../../../session/chunks";
import type { WebConfig } from "../../config/config";
import { securityPrefix, setCookie } from "../cookie-name";
import { openFields, sealFields } from "../seal";

/** A pending sign-in: the expected checks, and where to go afterwards. */
const transactionSchema = z.object({
  /** next-auth's checks by cookie name: state, nonce, PKCE verifier. */
  checks: z.record(z.string(), z.string()),
  tenant: z.string().optional(),
  prefix: z.string(),
  /** Address with the prefix. */
  returnTo: z.string(),
  /** Runs in a popup window, which closes afterwards. */
  popup: z.boolean().optional(),
  /** The browser's previous session; it ends with the sign-in. */
  before: z.string().optional(),
  /** Sign-ins that were pending in other windows when this one began. */
  others: z.array(z.string()).optional(),
  until: z.number(),
});
export type Transaction = Omit<z.output<typeof transactionSchema>, "until">;

const binding = "sign-in under way";
const lifetimeSeconds = 15 * 60;

/** Maximum total length of the cookies of pending sign-ins; several windows may begin at once. */
const maxTotalLength = 2_000;
const maxCookieLength = 1_200;
const maxViewLength = 300;

const namePrefix = "hub.signin.";

/** At a shared address: the tenant of the latest sign-in. Outlives the sign-in, for users who return to it later. */
const lastTenantCookie = "hub.place";
const lastTenantSeconds = 30 * 24 * 60 * 60;

type Settings = Pick<WebConfig, "publicUrl" | "sessionSecret">;

/** Each sign-in has a separate cookie named after its state, so that two windows do not interfere. */
function nameFor(settings: Settings, path: string, state: string): string {
  return `${securityPrefix(settings, path)}${namePrefix}${signInOf(state)}`;
}

/** A short name of a sign-in that does not reveal its state. */
export function signInOf(state: string): string {
  return createHash("sha256").update(state).digest("base64url").slice(0, 12);
}

const maxOthers = 8;

/** The names of a browser's pending sign-ins, from the request's cookies. */
export function pendingSignInsOf(settings: Settings, path: string, cookieHeader: string | null): string[] {
  const start = securityPrefix(settings, path) + namePrefix;
  return othersIn(settings, path, cookieHeader)
    .map(({ name }) => name.slice(start.length))
    .filter((name) => /^[\w-]{12}$/.test(name))
    .slice(0, maxOthers);
}

/**
 * Set-Cookie values that remember a sign-in.
 * @param path path of the callback address
 */
export async function transactionCookies(
  settings: Settings,
  { path, state, cookieHeader }: { path: string; state: string; cookieHeader: string | null },
  transaction: Transaction,
): Promise<string[]> {
  const name = nameFor(settings, path, state);
  const seen = { ...transaction, others: pendingSignInsOf(settings, path, cookieHeader) };
  let value = await sealed(settings, seen);
  // The address does not fit: falls back to the view without its query, then to the home page.
  if (value.length > maxCookieLength) {
    const view = transaction.returnTo.replace(/[?#].*$/s, "");
    const returnTo = view.length > maxViewLength ? `${transaction.prefix}/` : view;
    value = await sealed(settings, { ...seen, returnTo });
  }
  const others = othersIn(settings, path, cookieHeader);
  const size = others.reduce((sum, each) => sum + each.size, value.length);
  const removed = size > maxTotalLength ? others : [];
  return [
    setCookie(settings, { name, value, path, maxAge: lifetimeSeconds }),
    ...(path === (transaction.prefix || "/")
      ? []
      : [
          setCookie(settings, {
            name: securityPrefix(settings, path) + lastTenantCookie,
            value: transaction.prefix,
            path,
            maxAge: lastTenantSeconds,
          }),
        ]),
    ...removed.map((each) => setCookie(settings, { name: each.name, value: "", path, maxAge: 0 })),
  ];
}

/** The prefix of the tenant of this browser's latest sign-in at a shared address. Can be forged. */
export function lastPrefix(
  settings: Settings,
  path: string,
  cookieHeader: string | null,
): string | undefined {
  return onlyCookie(cookieHeader, securityPrefix(settings, path) + lastTenantCookie);
}

/** Finds the sign-in of a state, and the header that removes it. Ignores both of two cookies with one name, as one was planted. */
export async function transactionOf(
  settings: Settings,
  { path, state, cookieHeader }: { path: string; state: string; cookieHeader: string | null },
): Promise<{ transaction?: Transaction; removal: string }> {
  const name = nameFor(settings, path, state);
  const removal = setCookie(settings, { name, value: "", path, maxAge: 0 });
  const value = onlyCookie(cookieHeader, name) ?? "";
  const [text = ""] = (await openFields(value, { secret: settings.sessionSecret, binding })) ?? [];
  const read = transactionSchema.safeParse(text === "" ? undefined : JSON.parse(text));
  return read.success && read.data.until > Date.now() ? { transaction: read.data, removal } : { removal };
}

function sealed({ sessionSecret: secret }: Settings, transaction: Transaction): Promise<string> {
  const until = Date.now() + lifetimeSeconds * 1000;
  return sealFields([JSON.stringify({ ...transaction, until })], { secret, binding });
}

function othersIn(settings: Settings, path: string, cookieHeader: string | null) {
  const start = securityPrefix(settings, path) + namePrefix;
  return (cookieHeader ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => ({ name: pair.slice(0, pair.indexOf("=")), size: pair.length }));
}
