import { expect, test } from "vitest";
import { proxySecretHeader } from "../../lib/server/http/proxy-secret";
import { buildApp } from "../app";
import { openTestDatabase } from "../testing/databases";
import { testConfig } from "../testing/test-config";

/** Returns the client address that the API sees for a request from this machine. */
async function addressSeen(changes: Parameters<typeof testConfig>[0], headers: Record<string, string>) {
  const connection = await openTestDatabase("postgres");
  const app = await buildApp({ config: testConfig(changes), connection });
  let seen: { ip: string; host: string; secret: unknown } | undefined;
  app.addHook("onRequest", async ({ ip, host, headers: left }) => {
    seen = { ip, host, secret: left[proxySecretHeader] };
  });
  await app.inject({ url: "/health", headers: { host: "api", ...headers } });
  await app.close();
  await connection.close();
  return seen;
}

const claimed = { "x-forwarded-for": "203.0.113.7", "x-forwarded-host": "evil.example" };
const proxySecret = "what-the-web-process-and-the-API-share";

test("[AU-02] X-Forwarded-For from this machine counts only with the web process's secret", async () => {
  const untrusted = { ip: "127.0.0.1", host: "api", secret: undefined };
  expect(await addressSeen({ proxySecret }, claimed)).toEqual(untrusted);
  expect(await addressSeen({ proxySecret }, { ...claimed, [proxySecretHeader]: "a guess" })).toEqual(
    untrusted,
  );
  const web = await addressSeen({ proxySecret }, { ...claimed, [proxySecretHeader]: proxySecret });
  expect(web).toMatchObject({ ip: "203.0.113.7", secret: undefined });
});

test("[CF-03] while the secret is rotated, each of both counts", async () => {
  const rotating = { proxySecret: `the-next-secret-of-both,${proxySecret}` };
  for (const given of rotating.proxySecret.split(","))
    expect(await addressSeen(rotating, { ...claimed, [proxySecretHeader]: given })).toMatchObject({
      ip: "203.0.113.7",
    });
  const list = { ...claimed, [proxySecretHeader]: rotating.proxySecret };
  expect(await addressSeen(rotating, list)).toMatchObject({ ip: "127.0.0.1" });
});

test("[AU-02] with the secret, it counts only from the addresses in TRUST_PROXY", async () => {
  const given = { ...claimed, [proxySecretHeader]: proxySecret };
  expect(await addressSeen({ proxySecret, trustProxy: "10.0.0.1" }, given)).toMatchObject({
    ip: "127.0.0.1",
  });
});

test("[AU-02] without a secret the addresses decide", async () => {
  expect(await addressSeen({}, claimed)).toMatchObject({ ip: "203.0.113.7" });
  expect(await addressSeen({ trustProxy: "10.0.0.1" }, claimed)).toMatchObject({ ip: "127.0.0.1" });
});
