import { createHmac } from "node:crypto";
import { exportSPKI } from "jose";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { describeApi } from "../testing/api";
import { makeUser } from "../testing/factories";
import { makeKeys, startProvider, type TestProvider } from "../testing/identity-provider";
import { AccessTokens } from "./tokens";

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const now = () => Math.floor(Date.now() / 1000);

const provider = await startProvider();
afterAll(() => provider.stop());
const oidc = { issuer: provider.issuer, audience: "hub" };

test("[US-07] tokens without the claim of groups are logged once for each client", async () => {
  const warn = vi.fn();
  const tokens = new AccessTokens({ ...oidc, roleClaim: "groups" }, { warn });
  for (const claims of [{ azp: "web" }, { azp: "web", sub: "other" }, { azp: "program" }, { groups: [] }]) {
    const token = await provider.bearer(claims);
    await tokens.verify(token.slice("Bearer ".length), "main");
  }
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/client web lacks the claim groups/)],
    [expect.stringMatching(/client program lacks the claim groups/)],
  ]);
});

describeApi(
  "tokens of a provider",
  (api) => {
    let subject: string;
    beforeAll(async () => {
      subject = (await makeUser(api)).userName;
    });
    const ask = (as: string) => api.request("/user", { as });
    const tokenOf = (...given: Parameters<TestProvider["bearer"]>) =>
      provider.bearer({ sub: subject, ...given[0] }, given[1], given[2]);

    test("[AU-01] a token must be signed by the provider, for this API, and be valid now", async () => {
      const stranger = await makeKeys("first");
      const elsewhere = await startProvider();
      const good = await tokenOf();
      const [header = "", payload = "", signature = ""] = good.slice("Bearer ".length).split(".");
      const altered = encoded({ ...JSON.parse(Buffer.from(payload, "base64url").toString()), sub: "admin" });
      const unsigned = `${encoded({ alg: "none" })}.${payload}.`;
      const bad: Record<string, string> = {
        "signed by somebody else": await tokenOf({}, {}, stranger),
        "of another issuer": await tokenOf({ iss: "https://elsewhere.example" }),
        "of another provider": await elsewhere.bearer({ sub: subject }),
        "for another API": await tokenOf({ aud: "another" }),
        "for nobody": await tokenOf({ aud: undefined }),
        "of nobody": await tokenOf({ sub: undefined }),
        "of an empty name": await tokenOf({ sub: "" }),
        "of a name with control characters": await tokenOf({ sub: "a\u0000b" }),
        "without an end": await tokenOf({ exp: undefined }),
        "that has ended": await tokenOf({ exp: now() - 61 }),
        "of tomorrow": await tokenOf({ nbf: now() + 3600 }),
        "with a changed subject": `Bearer ${header}.${altered}.${signature}`,
        "with half a signature": good.slice(0, -10),
        "without a signature": `Bearer ${header}.${payload}.`,
        "with the algorithm none": `Bearer ${unsigned}`,
        "in capitals none": `Bearer ${encoded({ alg: "NONE", kid: "first" })}.${payload}.${signature}`,
        "that is no token": "Bearer abc",
        "of three dots": "Bearer ...",
        "an ID token": await tokenOf({ nonce: "n", at_hash: "h" }, { typ: "JWT" }),
        "a logout token": await tokenOf({ events: {} }, { typ: "logout+jwt" }),
        "a logout token by its claims": await tokenOf({ events: {} }, { typ: "JWT" }),
        "of a type that is no access token": await tokenOf({}, { typ: "dpop+jwt" }),
        "a refresh token": await tokenOf({ typ: "Refresh" }, { typ: "JWT" }),
      };
      for (const [what, as] of Object.entries(bad)) {
        const response = await ask(as);
        expect([what, response.status, response.body.code]).toEqual([what, 401, "unauthorized"]);
      }
      expect((await ask(good)).status).toBe(200);
      await elsewhere.stop();
    });

    test("[AU-01] the public key is not accepted as a shared secret", async () => {
      const keys = await makeKeys("first");
      for (const secret of [await exportSPKI(keys.publicKey), JSON.stringify(keys.publicKey), ""]) {
        const content = `${encoded({ alg: "HS256", kid: "first", typ: "at+jwt" })}.${encoded({
          iss: provider.issuer,
          aud: "hub",
          sub: subject,
          exp: now() + 300,
        })}`;
        const signature = createHmac("sha256", secret).update(content).digest("base64url");
        expect((await ask(`Bearer ${content}.${signature}`)).status).toBe(401);
      }
    });

    test("[AU-01] tokens as different providers write them are accepted, and clocks may differ by a minute", async () => {
      for (const as of [
        await tokenOf({}, { typ: undefined }),
        await tokenOf({}, { typ: "JWT" }),
        await tokenOf({ typ: "Bearer", nonce: "n" }, { typ: "JWT" }),
        await tokenOf({ aud: ["another", "hub"] }),
        await tokenOf({ exp: now() - 30 }),
        await tokenOf({ nbf: now() + 30, iat: now() + 30 }),
        await tokenOf({}, { kid: undefined }),
        (await tokenOf()).replace("Bearer", "bearer"),
      ])
        expect((await ask(as)).status).toBe(200);
    });

    test("[AU-02] with sign-in by a provider, passwords and their secrets are refused", async () => {
      const response = await api.request("/auth", {
        as: `Basic ${Buffer.from("admin:x").toString("base64")}`,
      });
      expect([response.status, response.body.code]).toEqual([403, "noPasswords"]);
      expect((await api.request("/user", { as: api.administrator })).status).toBe(401);
    });

    test("[AU-01] a new key is known as soon as it signs, and the old one no longer", async () => {
      const before = await tokenOf({ jti: "before" });
      await provider.rotate();
      expect((await ask(await tokenOf())).status).toBe(200);
      expect((await ask(before)).status).toBe(401);
    });

    test("[AU-01] many unknown keys cause only occasional requests to the provider", async () => {
      expect((await ask(await tokenOf())).status).toBe(200);
      const stranger = await makeKeys("x");
      const readings = provider.keyReadings();
      const tokens = await Promise.all(
        Array.from({ length: 40 }, (_, index) => tokenOf({}, { kid: `forged-${index}` }, stranger)),
      );
      const responses = await Promise.all(tokens.map(ask));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
      expect(provider.keyReadings() - readings).toBeLessThanOrEqual(3);
    });

    test("[AU-01] an unavailable provider does not lock out users whose keys are cached", async () => {
      expect((await ask(await tokenOf())).status).toBe(200);
      const stranger = await makeKeys("unknown");
      for (const behaviour of [
        (_: unknown, response: { destroy(): void }) => response.destroy(),
        (_: unknown, response: { writeHead(status: number): { end(): void } }) =>
          response.writeHead(500).end(),
        (_: unknown, response: { end(text: string): void }) => response.end("<html>Maintenance</html>"),
      ]) {
        provider.behave(behaviour as never);
        expect((await ask(await tokenOf({ jti: "known" }))).status).toBe(200);
        const unknown = await ask(await tokenOf({}, {}, stranger));
        expect([unknown.status, unknown.body.code]).toEqual([503, "providerUnavailable"]);
        expect(unknown.headers["retry-after"]).toBe("5");
      }
      provider.behave(undefined);
      expect((await ask(await tokenOf({}, {}, stranger))).status).toBe(401);
    });
  },
  { authMode: "oidc", oidc },
);

const fickle = await startProvider();
afterAll(() => fickle.stop());
const away = { issuer: `${fickle.issuer}/`, audience: "hub" };

describeApi(
  "a provider that is unavailable from the start",
  (api) => {
    test("[AU-01] causes a 503, and works once it is available, with or without a trailing slash", async () => {
      const { userName: sub } = await makeUser(api);
      const as = await fickle.bearer({ sub });
      fickle.behave((_, response) => response.destroy());
      const response = await api.request("/user", { as, headers: { lang: "de" } });
      expect([response.status, response.body.message]).toEqual([
        503,
        "Der Identitätsanbieter antwortet derzeit nicht. Bitte versuchen Sie es in Kürze erneut.",
      ]);
      // A silent provider times out, and other requests do not wait for it meanwhile.
      fickle.behave(() => undefined);
      const [hanging, other] = [api.request("/user", { as }), await api.request("/user")];
      expect([other.status, (await hanging).status]).toEqual([401, 503]);
      fickle.behave(undefined);
      expect((await api.request("/user", { as })).status).toBe(200);
    });
  },
  { authMode: "oidc", oidc: away },
);
