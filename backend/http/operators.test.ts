import { describe, expect, test } from "vitest";
import { describeApi, type TestRequest } from "../testing/api";

const elsewhere = ["10.1.2.3", "::ffff:192.168.1.7", "2001:db8::1"];
const here = ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"];
const guarded = ["/metrics", "/openapi.json"];
const token = "a-token-for-measurements";

describe.each([
  ["without METRICS_TOKEN", undefined, 403, undefined],
  ["with METRICS_TOKEN", token, 401, undefined],
  ["while METRICS_TOKEN is rotated", `the-next-of-both-tokens,${token}`, 401, undefined],
  ["with a secret of the web process", undefined, 403, "what-the-web-process-and-the-API-share"],
])("%s", (_, metricsToken, refused, proxySecret) => {
  describeApi(
    "information about the installation",
    (api) => {
      const bearer = (given: string) => ({ authorization: `Bearer ${given}` });

      test("[BE-01] is available to programs on the API's own machine", async () => {
        for (const path of guarded)
          for (const address of here) expect((await api.request(path, { address })).status).toBe(200);
      });

      test("[BE-01] is unavailable from elsewhere, signed in or not, by any method or header", async () => {
        const attempts: TestRequest[] = [
          {},
          { method: "HEAD" },
          { as: api.administrator },
          { headers: { "x-forwarded-for": "127.0.0.1" } },
          { headers: { forwarded: "for=127.0.0.1", host: "localhost" } },
          { headers: bearer("") },
          { headers: bearer(`${token}x`) },
          { headers: bearer("undefined") },
        ];
        for (const path of guarded)
          for (const address of elsewhere)
            for (const attempt of attempts) {
              const response = await api.request(path, { address, ...attempt });
              expect(response.status, `${path} ${JSON.stringify(attempt)}`).toBe(refused);
              expect(response.text).not.toMatch(/process_cpu|openapi/);
            }
      });

      test("[BE-01] is protected against DNS rebinding in this machine's browser", async () => {
        for (const path of guarded) {
          const statusFor = async (host: string) => (await api.request(path, { headers: { host } })).status;
          for (const host of ["a.example", "a.example:4000", "127.0.0.1.a.example", "localhost.a.example"])
            expect([host, await statusFor(host)]).toEqual([host, refused]);
          for (const host of ["localhost:4000", "api.localhost", "127.0.0.1:4000", "[::1]:4000"])
            expect([host, await statusFor(host)]).toEqual([host, 200]);
        }
      });

      test("[BE-01] is unavailable through a proxy on the same machine", async () => {
        for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
          for (const path of guarded)
            expect((await api.request(path, { headers: { [name]: "127.0.0.1" } })).status).toBe(refused);
      });

      test("[BE-01] is available from anywhere with the token", async () => {
        for (const path of guarded)
          for (const address of elsewhere)
            expect((await api.request(path, { address, headers: bearer(token) })).status).toBe(
              metricsToken ? 200 : 403,
            );
      });

      test("[BE-01] health and readiness are open to probes from anywhere", async () => {
        for (const path of ["/health", "/ready"])
          expect((await api.request(path, { address: elsewhere[0] })).status).toBe(200);
      });
    },
    { metricsToken, proxySecret },
  );
});
