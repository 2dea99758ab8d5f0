import { createHash, randomUUID } from "node:crypto";
import { readConfig, type WebConfig } from "@/lib/server/config/config";
import { providerAt } from "@/lib/server/oidc/provider";
import { requestTokens } from "@/lib/server/oidc/tokens";
import { sessionFrom, tokenSessionCookies } from "@/lib/server/session/cookie";
import type { TokenSession } from "@/lib/server/session/renew";
import { newSessionId } from "@/lib/server/session/seal";
import { secret } from "../bff/web";
import type { PlainBrowser } from "../support/oidc-browser";
import type { SmallProvider } from "../support/small-provider";
import { oidcSettings } from "./start";

interface Where {
  prefix: string;
  tenant: string | undefined;
}

export const where: Where = { prefix: "", tenant: undefined };

export function configOf(
  provider: Pick<SmallProvider, "issuer">,
  settings: Readonly<Record<string, string>> = {},
): WebConfig {
  return readConfig({ ...oidcSettings(provider), SESSION_SECRET: secret, ...settings });
}

/** The process's session state: after clearing it, the next call runs as in another process. */
export const keptByProcess = {
  forget(): void {
    delete (globalThis as { [key: symbol]: unknown })[Symbol.for("hub.sessions")];
  },
};

/**
 * Signs in as `ada`, without a browser.
 * @param seconds remaining lifetime of the access token; negative for an expired one
 * @returns the Cookie header of the session
 */
export async function signedIn(config: WebConfig, seconds: number): Promise<string> {
  const { oidc } = config;
  if (!oidc) throw new Error("There is no provider in the settings.");
  const provider = await providerAt(oidc.issuer);
  const redirect_uri = "http://localhost/callback";
  const verifier = randomUUID();
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const asked = new URL(provider.metadata.authorization_endpoint);
  asked.search = new URLSearchParams({ redirect_uri, code_challenge: challenge, nonce: "n" }).toString();
  const { headers } = await fetch(asked, { redirect: "manual" });
  const code = new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
  const grant = { grant_type: "authorization_code", code, redirect_uri, code_verifier: verifier };
  const tokens = await requestTokens(provider, oidc, grant);
  const now = Date.now();
  const session: TokenSession = {
    accessToken: tokens.accessToken,
    tenant: "",
    id: newSessionId(),
    began: now,
    oidc: {
      refreshToken: tokens.refreshToken,
      idToken: "of the sign-in",
      expires: now / 1000 + seconds,
      lifetime: 300,
      generation: 0,
      issuer: oidc.issuer,
      subject: "ada",
      sealedAt: now,
    },
  };
  return cookieOf(await tokenSessionCookies(config, where, session, null));
}

/**
 * Expires the access token of a browser's session without waiting: products started in tests share their secret with {@link
 * configOf}.
 * @param address address of the product, with the prefix of `place`
 * @param left remaining lifetime of the access token in seconds
 */
export async function endAccessToken(
  config: WebConfig,
  browser: PlainBrowser,
  address: string,
  { place = where, left = -1 } = {},
): Promise<void> {
  const session = await sessionFrom(config, place, browser.cookiesFor(`${address}/`));
  if (!session?.oidc) throw new Error("Nobody is signed in.");
  const oidc = { ...session.oidc, expires: Date.now() / 1000 + left };
  const cookie = cookieOf(await tokenSessionCookies(config, place, { ...session, oidc }, null));
  for (const [name = "", value = ""] of cookie.split("; ").map((pair) => pair.split("=")))
    browser.plant(address, name, value, place.prefix || "/");
}

export const cookieOf = (setCookies: readonly string[]) =>
  setCookies.map((line) => line.slice(0, line.indexOf(";"))).join("; ");
