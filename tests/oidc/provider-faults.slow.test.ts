import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { providerTimeout } from "@/lib/server/oidc/ask";
import { signingKey } from "../../scripts/lib/try-out-provider.mjs";
import { answerJson } from "../bff/fake-api";
import { PlainBrowser } from "../support/oidc-browser";
import { type OidcProduct, startOidc } from "./start";

let product: OidcProduct;

beforeAll(async () => {
  product = await startOidc();
});
afterAll(() => product.stop());
beforeEach(() => {
  product.provider.fault = undefined;
});

/** The outcome of a failed sign-in: the name of the failure, and the page's text. */
async function failed(browser: PlainBrowser, from: string) {
  const { at, response, seen } = await browser.visit(from);
  expect([response?.status, new URL(at).pathname]).toEqual([200, "/login"]);
  expect(seen.length).toBeLessThan(6);
  return { error: new URL(at).searchParams.get("error"), text: response?.text ?? "" };
}

/** Follows redirects up to the callback address. */
async function callbackOf(browser: PlainBrowser): Promise<string> {
  const { at } = await browser.visit(`${product.origin}/users`);
  const response = await browser.ask(at, { form: { name: "ada" } });
  const visited = await browser.visit(new URL(response.headers.location ?? "", at).href, (address) =>
    address.includes("/callback/"),
  );
  return visited.at;
}

const html = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "text/html" });
  response.end("<html>maintenance</html>");
};

describe("when a sign-in begins", () => {
  /** A product before the discovery of its provider. */
  let other: OidcProduct;
  beforeAll(async () => {
    other = await startOidc();
  });
  afterAll(() => other.stop());

  test("[AU-06] waits less than ten seconds for a provider, without delaying other users", async () => {
    other.provider.fault = () => true;
    const begun = performance.now();
    const waiting = new PlainBrowser().visit(`${other.origin}/users`);
    expect((await new PlainBrowser().ask(`${other.origin}/health`)).status).toBe(200);
    const { at } = await waiting;
    expect(new URL(at).searchParams.get("error")).toBe("away");
    expect((performance.now() - begun) / providerTimeout).toBeLessThan(1.5);
  });

  test("[AU-07] shows a page for an unreachable or invalid provider, without an error or a loop", async () => {
    const responses: [string, (response: ServerResponse) => void][] = [
      ["away", (response) => response.destroy()],
      ["away", (response) => answerJson(response, 502, {})],
      ["unusable", html],
      ["unusable", (response) => answerJson(response, 200, { issuer: "https://evil.example" })],
      ["unusable", (response) => answerJson(response, 404, {})],
    ];
    for (const [expected, answer] of responses) {
      other.provider.fault = (_, response) => {
        answer(response);
        return true;
      };
      const { at, response: page } = await new PlainBrowser().visit(`${other.origin}/users`);
      expect([page?.status, new URL(at).searchParams.get("error")]).toEqual([200, expected]);
    }
    // Sign-in works once it is back; its failures are not cached.
    other.provider.fault = undefined;
    expect((await new PlainBrowser().signIn(`${other.origin}/users`, "ada")).at).toBe(
      `${other.origin}/users`,
    );
  });
});

describe("when a sign-in returns", () => {
  test.each<[string, string, (response: ServerResponse) => void]>([
    ["is gone", "away", (response) => response.destroy()],
    ["answers HTML", "unusable", html],
    [
      "refuses the code",
      "refused",
      (response) => answerJson(response, 400, { error: "invalid_grant\nforged line" }),
    ],
    [
      "answers no ID token",
      "unusable",
      (response) => answerJson(response, 200, { access_token: "a", token_type: "Bearer" }),
    ],
    [
      "answers an ID token of nobody's",
      "untrusted",
      (response) => answerJson(response, 200, { access_token: "a", token_type: "Bearer", id_token: "a.b.c" }),
    ],
    [
      "answers an unsigned ID token",
      "untrusted",
      (response) =>
        answerJson(response, 200, {
          access_token: "a",
          token_type: "Bearer",
          id_token: `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from('{"sub":"admin","nonce":"x"}').toString("base64url")}.`,
        }),
    ],
  ])(
    "[AU-07] a token endpoint that %s creates no session, and a page says so",
    async (_, expected, answer) => {
      const browser = new PlainBrowser();
      const callback = await callbackOf(browser);
      product.provider.fault = (request, response) => {
        if (request.url !== "/token") return false;
        request.resume();
        answer(response);
        return true;
      };
      expect((await failed(browser, callback)).error).toBe(expected);
      expect(browser.names(`${product.origin}/`)).toEqual([]);
    },
  );

  test("[AU-01] rejects an ID token for another client, another sign-in or by another key", async () => {
    const key = await signingKey("1");
    const { importJWK, SignJWT } = await import("jose");
    const stranger = await importJWK(key, "RS256");
    const browser = new PlainBrowser();
    const callback = await callbackOf(browser);
    const now = Math.floor(Date.now() / 1000);
    const forged = await new SignJWT({
      iss: product.provider.issuer,
      aud: "hub",
      sub: "admin",
      iat: now,
      exp: now + 60,
    })
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .sign(stranger);
    product.provider.fault = (request, response) => {
      if (request.url !== "/token") return false;
      request.resume();
      answerJson(response, 200, { access_token: "a", token_type: "Bearer", id_token: forged });
      return true;
    };
    expect((await failed(browser, callback)).error).toBe("untrusted");
  });

  test("[AU-01] accepts a provider that signs with EdDSA", async () => {
    const other = await startOidc({
      more: { jwks: { keys: [await signingKey("EdDSA", "EdDSA"), await signingKey("access")] } },
      client: { id_token_signed_response_alg: "EdDSA" },
    });
    expect((await new PlainBrowser().signIn(`${other.origin}/users`, "ada")).at).toBe(
      `${other.origin}/users`,
    );
    await other.stop();
  });

  test("[AU-01] creates no session while the API is away, and the page says so", async () => {
    const browser = new PlainBrowser();
    const callback = await callbackOf(browser);
    product.api.behave("/user", (_, response) => answerJson(response, 503, {}));
    expect((await failed(browser, callback)).error).toBe("apiAway");
    // A refused access token is the provider's problem, not the user's.
    product.api.behave("/user", (_, response) => answerJson(response, 401, {}));
    const another = new PlainBrowser();
    expect((await failed(another, await callbackOf(another))).error).toBe("unusable");
    expect(browser.names(`${product.origin}/`)).toEqual([]);
  });
});
