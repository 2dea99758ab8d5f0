import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FakeApi } from "../bff/fake-api";
import { own, raw } from "../bff/raw-http";
import { startWebWithFakeApi } from "../bff/web";
import { freePort } from "../support/free-port";
import { PlainBrowser } from "../support/oidc-browser";
import { type SmallProvider, startSmallProvider } from "../support/small-provider";
import { oidcSettings } from "./start";

describe.each(["each", "shared"])("windows of one browser, redirected to an address of %s", (redirect) => {
  let provider: SmallProvider;
  let web: { port: number; api: FakeApi; stop: () => Promise<void> };
  let origin: string;

  beforeAll(async () => {
    provider = await startSmallProvider();
    const port = await freePort();
    origin = `http://localhost:${port}`;
    web = await startWebWithFakeApi({
      PORT: String(port),
      MULTI_TENANCY: "on",
      OIDC_REDIRECT: redirect,
      ...oidcSettings(provider),
    });
  });
  afterAll(async () => {
    await web.stop();
    await provider.stop();
  });

  const isCallback = (address: string) => address.includes("/api/auth/callback/");

  /** Follows redirects up to the provider's callback. */
  const begun = async (browser: PlainBrowser, tenant: string) =>
    (await browser.visit(`${origin}/${tenant}/users`, isCallback)).at;

  /** The session's cookies after the callback. */
  const finished = async (browser: PlainBrowser, tenant: string, callback: string) => {
    const { at } = await browser.visit(callback);
    expect(at).toBe(`${origin}/${tenant}/users`);
    return sessionOf(browser, tenant);
  };
  const sessionOf = (browser: PlainBrowser, tenant: string) =>
    browser
      .cookiesFor(`${origin}/${tenant}/`)
      .split("; ")
      .filter((pair) => pair.startsWith("hub.session"))
      .join("; ");

  const isSignedIn = async (tenant: string, cookie: string) => {
    web.api.received.length = 0;
    await raw(web.port, `/${tenant}/api/users`, { headers: { ...own, cookie } });
    return web.api.received.at(-1)?.headers.authorization !== undefined;
  };

  const signOut = (browser: PlainBrowser, tenant: string) =>
    browser.ask(`${origin}/${tenant}/api/auth/sign-out`, { method: "POST", headers: own });

  test("[AU-08] that sign in sequentially or concurrently leave no session after a sign-out", async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const browser = new PlainBrowser();
      const callbacks = [await begun(browser, "acme"), await begun(browser, "acme")] as const;
      const first = await finished(browser, "acme", callbacks[order[0]]);
      const second = await finished(browser, "acme", callbacks[order[1]]);
      expect(second).not.toBe(first);
      expect(await isSignedIn("acme", second)).toBe(true);
      await signOut(browser, "acme");
      for (const cookie of [first, second]) expect(await isSignedIn("acme", cookie)).toBe(false);
    }
  });

  test("[AU-08] whose sign-ins overlap leave no session after a sign-out", async () => {
    for (const last of [0, 1]) {
      const browser = new PlainBrowser();
      const callbacks = [await begun(browser, "acme"), await begun(browser, "acme")];
      // Both are sent before either is answered: neither sees the other's session.
      const cookie = browser.cookiesFor(callbacks[0] ?? "");
      const sessions = await Promise.all(
        callbacks.map(async (address) => {
          const { pathname, search } = new URL(address);
          const response = await raw(web.port, pathname + search, { headers: { cookie } });
          const [pair = ""] = (response.headers["set-cookie"] ?? []).filter((line) =>
            line.startsWith("hub.session"),
          );
          return pair.slice(0, pair.indexOf(";"));
        }),
      );
      for (const session of sessions) expect(await isSignedIn("acme", session)).toBe(true);
      const [name = "", value = ""] = (sessions[last] ?? "").split("=");
      const kept = new PlainBrowser();
      kept.plant(`${origin}/`, name, value, "/acme");
      await signOut(kept, "acme");
      for (const session of sessions) expect(await isSignedIn("acme", session)).toBe(false);
    }
  });

  test("[AU-08] [AU-10] that sign in to another organisation, or after the sign-out, stay signed in", async () => {
    const browser = new PlainBrowser();
    const [mine, other] = [await begun(browser, "acme"), await begun(browser, "other")];
    const late = await begun(browser, "acme");
    const first = await finished(browser, "acme", mine);
    const elsewhere = await finished(browser, "other", other);
    await signOut(browser, "acme");
    expect(await isSignedIn("acme", first)).toBe(false);
    expect(await isSignedIn("other", elsewhere)).toBe(true);
    const again = await finished(browser, "acme", late);
    expect(await isSignedIn("acme", again)).toBe(true);
    await signOut(browser, "acme");
    expect(await isSignedIn("acme", again)).toBe(false);
    expect(await isSignedIn("other", elsewhere)).toBe(true);
  });
});
