import { afterAll, beforeAll, expect, test } from "vitest";
import { idTokenHeader } from "../../lib/contract/id-token";
import { describeApi } from "../testing/api";
import { makeUser, refusalOf } from "../testing/factories";
import { makeKeys, startProvider } from "../testing/identity-provider";

const needed = [403, "confirmationNeeded"];

const provider = await startProvider();
afterAll(() => provider.stop());
const oidc = { issuer: provider.issuer, audience: "hub" };

describeApi(
  "confirmation by a provider",
  (api) => {
    const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
    let sub: string;
    beforeAll(async () => {
      sub = (await makeUser(api)).userName;
    });
    const makeKey = async (claims: object, idClaims?: object) => {
      const as = await provider.bearer({ sub, ...claims });
      const idToken = idClaims && (await provider.bearer({ sub, ...idClaims }, { typ: "JWT" }));
      const headers = idToken ? { [idTokenHeader]: idToken.slice("Bearer ".length) } : undefined;
      return api.request("/user/create-api-key", { as, headers });
    };

    test("[AU-12] the time of the sign-in in the access token decides", async () => {
      const old = await makeKey({ auth_time: minutesAgo(16) });
      expect([old.status, old.body.code]).toEqual(needed);
      expect(old.headers["x-confirmation-needed"]).toBe("provider");
      expect((await makeKey({ auth_time: minutesAgo(1) })).status).toBe(200);
      const both = await makeKey({ auth_time: minutesAgo(16) }, { auth_time: minutesAgo(1) });
      expect([both.status, both.body.code]).toEqual(needed);
    });

    test("[AU-12] without it, the time in a valid ID token of the same user and client decides", async () => {
      const fresh = { aud: "web", auth_time: minutesAgo(1) };
      expect((await makeKey({ azp: "web" }, fresh)).status).toBe(200);
      for (const bad of [
        { ...fresh, auth_time: minutesAgo(16) },
        { ...fresh, sub: "somebody else" },
        { ...fresh, aud: "other" },
        { ...fresh, iss: "https://elsewhere.example" },
        { ...fresh, auth_time: minutesAgo(-10) },
      ])
        expect(await refusalOf(makeKey({ azp: "web" }, bad))).toEqual(needed);
    });

    test("[AU-12] an expired ID token still tells the time, unless somebody else has signed it", async () => {
      const expired = { aud: "web", auth_time: minutesAgo(9), iat: minutesAgo(9), exp: minutesAgo(4) };
      expect((await makeKey({ azp: "web" }, expired)).status).toBe(200);
      const old = await makeKey({ azp: "web" }, { ...expired, auth_time: minutesAgo(16) });
      expect([old.status, old.body.code]).toEqual(needed);
      expect(old.headers["x-last-confirmed"]).toBe(new Date(minutesAgo(16) * 1000).toISOString());
      const as = await provider.bearer({ sub, azp: "web" });
      const forged = await provider.bearer({ sub, ...expired }, { typ: "JWT" }, await makeKeys("first"));
      for (const idToken of [forged.slice("Bearer ".length), "no.token", "x"]) {
        const headers = { [idTokenHeader]: idToken };
        expect(await refusalOf(api.request("/user/create-api-key", { as, headers }))).toEqual(needed);
      }
      // Other calls ignore an ID token.
      const { status } = await api.request("/user", {
        as: await provider.bearer({ sub: "nobody" }),
        headers: { [idTokenHeader]: (await provider.bearer({ sub, ...expired })).slice("Bearer ".length) },
      });
      expect(status).toBe(403);
    });

    test("[AU-12] without auth_time the time of the ID token decides, and programs without one are not asked", async () => {
      expect((await makeKey({}, { aud: "web" })).status).toBe(200);
      expect((await makeKey({}, { aud: "web", auth_time: String(minutesAgo(1)) })).status).toBe(200);
      expect(await refusalOf(makeKey({}, { aud: "web", iat: minutesAgo(16) }))).toEqual(needed);
      expect((await makeKey({})).status).toBe(200);
    });

    test("[AU-12] an ID token without any time is asked for, without a date", async () => {
      const unknown = await makeKey({}, { aud: "web", iat: undefined });
      expect([unknown.status, unknown.body.code]).toEqual(needed);
      expect(unknown.headers["x-confirmation-needed"]).toBe("provider");
      expect(unknown.headers).not.toHaveProperty("x-last-confirmed");
    });

    test("[AU-12] there is no password to confirm with", async () => {
      const as = await provider.bearer({ sub });
      const body = { currentPassword: "anything" };
      expect(await refusalOf(api.request("/user/confirmation", { method: "PUT", as, body }))).toEqual([
        403,
        "noPasswords",
      ]);
    });
  },
  { authMode: "oidc", oidc },
);
