import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
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
import { closeServer, listeningServer, startSmallProvider } from "../support/small-provider";
import { oidcSettings } from "./start";

test("[AU-08] after a killed web process, ended sessions stay ended and all others continue", async () => {
  const directory = await mkdtemp(join(tmpdir(), "hub-restart-"));
  const [server, api, port] = [await listeningServer(), await startFakeApi(), await freePort()];
  const origin = `http://localhost:${port}`;
  const { port: providerPort } = server.address() as AddressInfo;
  const start = () =>
    startWeb({
      ...oidcSettings({ issuer: `http://localhost:${providerPort}/realms/{tenant}` }),
      MULTI_TENANCY: "on",
      PORT: String(port),
      API_URL: api.address,
      SESSION_SECRET: secret,
      SESSION_STORE_URL: pathToFileURL(join(directory, "sessions")).href,
    });
  /** A tenant with a provider that issues tokens like `accessToken`. */
  const tenantWith = async (tenant: string, accessToken?: string) => {
    const provider = await startSmallProvider({ accessToken, path: `/realms/${tenant}`, server });
    return {
      signedIn: async () => {
        const browser = new PlainBrowser();
        await browser.visit(`${origin}/${tenant}/users`);
        return browser.cookiesFor(`${origin}/${tenant}/`);
      },
      isSignedIn: async (cookie: string) => {
        api.received.length = 0;
        await raw(port, `/${tenant}/api/users`, { headers: { ...own, cookie } });
        return api.received.at(-1)?.headers.authorization !== undefined;
      },
      signOut: (cookie: string) =>
        raw(port, `/${tenant}/api/auth/sign-out`, { method: "POST", headers: { ...own, cookie } }),
      logoutToken: () => provider.logoutToken({ sub: "ada" }),
      tell: async (logout_token: string) =>
        (
          await raw(port, `/${tenant}/api/auth/backchannel-logout`, {
            headers: { "content-type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams({ logout_token }).toString(),
          })
        ).status,
    };
  };
  const tenants = [
    await tenantWith("kind-1"),
    await tenantWith("kind-2", randomBytes(12_000).toString("base64url")),
  ];

  const first = await start();
  const sessions = [];
  for (const tenant of tenants) {
    const [ended, toldOf, other] = [
      await tenant.signedIn(),
      await tenant.signedIn(),
      await tenant.signedIn(),
    ];
    await tenant.signOut(ended);
    const areSignedIn = async () => [
      await tenant.isSignedIn(ended),
      await tenant.isSignedIn(toldOf),
      await tenant.isSignedIn(other),
    ];
    expect(await areSignedIn()).toEqual([false, true, true]);
    sessions.push({ tenant, other, areSignedIn, logout: await tenant.logoutToken() });
  }
  await first.kill();

  const second = await start();
  for (const { tenant, areSignedIn, logout } of sessions) {
    expect(await areSignedIn()).toEqual([false, true, true]);
    expect(await tenant.tell(logout)).toBe(200);
  }
  await second.kill();

  const third = await start();
  for (const { tenant, other, logout } of sessions) {
    expect(await tenant.isSignedIn(other)).toBe(false);
    const fresh = await tenant.signedIn();
    // A second time, it would end sessions begun since.
    expect([await tenant.tell(logout), await tenant.isSignedIn(fresh)]).toEqual([400, true]);
  }
  await third.stop();
  await closeServer(server);
  await api.stop();
  await rm(directory, { recursive: true, force: true });
});
