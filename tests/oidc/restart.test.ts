import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { startFakeApi } from "../bff/fake-api";
import { own, raw } from "../bff/raw-http";
import { secret } from "../bff/web";
import { startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { PlainBrowser } from "../support/oidc-browser";
import { startSmallProvider } from "../support/small-provider";
import { oidcSettings } from "./start";

test.each([
  ["as they come", undefined],
  ["too large for cookies", `${randomBytes(12_000).toString("base64url")}`],
])(
  "[AU-08] after the web process was killed a session that was ended stays ended and all others go on, with tokens %s",
  async (_, accessToken) => {
    const directory = await mkdtemp(join(tmpdir(), "hub-restart-"));
    const [provider, api, port] = [
      await startSmallProvider({ accessToken }),
      await startFakeApi(),
      await freePort(),
    ];
    const origin = `http://localhost:${port}`;
    const start = () =>
      startWeb({
        ...oidcSettings(provider),
        PORT: String(port),
        API_URL: api.address,
        SESSION_SECRET: secret,
        SESSION_STORE_URL: pathToFileURL(join(directory, "sessions")).href,
      });
    const signedIn = async () => {
      const browser = new PlainBrowser();
      await browser.visit(`${origin}/users`);
      return browser.cookiesFor(`${origin}/`);
    };
    const isSignedIn = async (cookie: string) => {
      api.received.length = 0;
      await raw(port, "/api/users", { headers: { ...own, cookie } });
      return api.received.at(-1)?.headers.authorization !== undefined;
    };
    const first = await start();
    const [ended, toldOf, other] = [await signedIn(), await signedIn(), await signedIn()];
    await raw(port, "/api/auth/sign-out", { method: "POST", headers: { ...own, cookie: ended } });
    expect([await isSignedIn(ended), await isSignedIn(toldOf), await isSignedIn(other)]).toEqual([
      false,
      true,
      true,
    ]);
    await first.kill();

    const second = await start();
    expect([await isSignedIn(ended), await isSignedIn(toldOf), await isSignedIn(other)]).toEqual([
      false,
      true,
      true,
    ]);
    const tell = async (logout_token: string) =>
      (
        await raw(port, "/api/auth/backchannel-logout", {
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ logout_token }).toString(),
        })
      ).status;
    const logout = await provider.logoutToken({ sub: "ada" });
    expect(await tell(logout)).toBe(200);
    await second.kill();

    const third = await start();
    expect(await isSignedIn(other)).toBe(false);
    const fresh = await signedIn();
    // Told twice, it would end what has begun since.
    expect([await tell(logout), await isSignedIn(fresh)]).toEqual([400, true]);
    await third.stop();
    await provider.stop();
    await api.stop();
    await rm(directory, { recursive: true, force: true });
  },
);
