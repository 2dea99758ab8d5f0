import { createHash } from "node:crypto";
import * as z from "zod";
import { onlyCookie } from "../../../session/chunks";
import type { WebConfig } from "../../config";
import { protectionOf, setCookie } from "../cookie-name";
import { openFields, sealFields } from "../seal";

/** A sign-in that is under way: what has to come back from the provider, and where to go on then. */
const contents = z.object({
  /** What next-auth has to find again, by the names of its cookies: state, nonce, PKCE's verifier. */
  checks: z.record(z.string(), z.string()),
  tenant: z.string().optional(),
  prefix: z.string(),
  /** Address with the prefix. */
  goOnTo: z.string(),
  /** In a window of its own, which closes afterwards. */
  popup: z.boolean().optional(),
  /** The session that this browser had before; it ends with the sign-in. */
  before: z.string().optional(),
  /** Those of other windows that were under way in this browser when it began. */
  others: z.array(z.string()).optional(),
  until: z.number(),
});
export type Transaction = Omit<z.output<typeof contents>, "until">;

const binding = "sign-in under way";
const lifetimeSeconds = 15 * 60;

/** Characters that the cookies of sign-ins under way may have together; several windows may begin at once. */
const maxTogetherLength = 2_000;
const largest = 1_200;
const maxViewLength = 300;

const stem = "hub.signin.";

/** At an address that tenants share: whose sign-in was begun last. It outlives the sign-in, for who comes back to it later. */
const whose = "hub.place";
const whoseSeconds = 30 * 24 * 60 * 60;

type Settings = Pick<WebConfig, "publicUrl" | "sessionSecret">;

/** Each sign-in has a cookie of its own, named after its state, so that those of two windows do not mix. */
function nameFor(settings: Settings, path: string, state: string): string {
  return `${protectionOf(settings, path)}${stem}${signInOf(state)}`;
}

/** A short name of a sign-in that tells nothing of its state. */
export function signInOf(state: string): string {
  return createHash("sha256").update(state).digest("base64url").slice(0, 12);
}

const maxOthers = 8;

/** The names of all sign-ins that are under way in a browser, by the cookies of a request. */
export function signInsUnderWay(settings: Settings, path: string, cookieHeader: string | null): string[] {
  const start = protectionOf(settings, path) + stem;
  return othersIn(settings, path, cookieHeader)
    .map(({ name }) => name.slice(start.length))
    .filter((name) => /^[\w-]{12}$/.test(name))
    .slice(0, maxOthers);
}

/**
 * Values of the Set-Cookie headers that remember a sign-in.
 * @param path of the address that the provider sends people back to
 */
export async function transactionCookies(
  settings: Settings,
  { path, state, cookieHeader }: { path: string; state: string; cookieHeader: string | null },
  transaction: Transaction,
): Promise<string[]> {
  const name = nameFor(settings, path, state);
  const seen = { ...transaction, others: signInsUnderWay(settings, path, cookieHeader) };
  let value = await sealed(settings, seen);
  // The address does not fit into the cookie: the view is shown without its query, or else the home page.
  if (value.length > largest) {
    const view = transaction.goOnTo.replace(/[?#].*$/s, "");
    const goOnTo = view.length > maxViewLength ? `${transaction.prefix}/` : view;
    value = await sealed(settings, { ...seen, goOnTo });
  }
  const others = othersIn(settings, path, cookieHeader);
  const size = others.reduce((sum, each) => sum + each.size, value.length);
  const removed = size > maxTogetherLength ? others : [];
  return [
    setCookie(settings, { name, value, path, maxAge: lifetimeSeconds }),
    ...(path === (transaction.prefix || "/")
      ? []
      : [
          setCookie(settings, {
            name: protectionOf(settings, path) + whose,
            value: transaction.prefix,
            path,
            maxAge: whoseSeconds,
          }),
        ]),
    ...removed.map((each) => setCookie(settings, { name: each.name, value: "", path, maxAge: 0 })),
  ];
}

/** The prefix of the tenant whose sign-in this browser began last at an address that tenants share. Anybody can make it up. */
export function lastPrefix(
  settings: Settings,
  path: string,
  cookieHeader: string | null,
): string | undefined {
  return onlyCookie(cookieHeader, protectionOf(settings, path) + whose);
}

/** The sign-in that a state belongs to, and how to forget it. Of two under one name somebody has planted one: neither counts. */
export async function transactionOf(
  settings: Settings,
  { path, state, cookieHeader }: { path: string; state: string; cookieHeader: string | null },
): Promise<{ transaction?: Transaction; removal: string }> {
  const name = nameFor(settings, path, state);
  const removal = setCookie(settings, { name, value: "", path, maxAge: 0 });
  const value = onlyCookie(cookieHeader, name) ?? "";
  const [text = ""] = (await openFields(value, { secret: settings.sessionSecret, binding })) ?? [];
  const read = contents.safeParse(text === "" ? undefined : JSON.parse(text));
  return read.success && read.data.until > Date.now() ? { transaction: read.data, removal } : { removal };
}

function sealed({ sessionSecret: secret }: Settings, transaction: Transaction): Promise<string> {
  const until = Date.now() + lifetimeSeconds * 1000;
  return sealFields([JSON.stringify({ ...transaction, until })], { secret, binding });
}

function othersIn(settings: Settings, path: string, cookieHeader: string | null) {
  const start = protectionOf(settings, path) + stem;
  return (cookieHeader ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => ({ name: pair.slice(0, pair.indexOf("=")), size: pair.length }));
}
