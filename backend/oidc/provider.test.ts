import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isAccessToken } from "./person";
import { Provider } from "./provider";

let server: Server;
let origin: string;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;

beforeAll(async () => {
  keys = await generateKeyPair("RS256", { extractable: true });
  const key = await exportJWK(keys.publicKey);
  const other = await exportJWK((await generateKeyPair("RS256", { extractable: true })).publicKey);
  const responses: Record<string, () => object> = {
    "/adfs/.well-known/openid-configuration": () => ({
      issuer: `${origin}/adfs`,
      access_token_issuer: `${origin}/adfs/services/trust`,
      jwks_uri: `${origin}/keys`,
    }),
    "/plain/.well-known/openid-configuration": () => ({
      issuer: `${origin}/plain/`,
      access_token_issuer: null,
      jwks_uri: `${origin}/keys`,
    }),
    "/keys": () => ({
      keys: [null, "key", { kid: "typeless" }, { kty: "new" }, other, { ...key, kid: "1" }],
    }),
  };
  server = createServer(({ url = "" }, response) => {
    response.end(JSON.stringify(responses[url]?.() ?? {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const signed = (claims: Record<string, unknown>, header = {}) =>
  new SignJWT({ aud: "hub", sub: "ada", exp: Math.floor(Date.now() / 1000) + 60, ...claims })
    .setProtectedHeader({ alg: "RS256", ...header })
    .sign(keys.privateKey);

test("[AU-01] only the provider's declared names are trusted as issuer", async () => {
  const adfs = new Provider(`${origin}/adfs`, "hub");
  const plain = new Provider(`${origin}/plain`, "hub");
  for (const [at, iss, holds] of [
    [adfs, `${origin}/adfs`, true],
    [adfs, `${origin}/adfs/services/trust`, true],
    [adfs, `${origin}/adfs/services`, false],
    [adfs, undefined, false],
    [plain, `${origin}/plain/`, true],
    [plain, "null", false],
    [plain, `${origin}/adfs/services/trust`, false],
  ] as const) {
    for (const header of [{ kid: "1" }, {}]) {
      const verified = await at.verify(await signed({ iss }, header)).then(
        () => true,
        () => false,
      );
      expect([iss, verified]).toEqual([iss, holds]);
    }
  }
});

test("[AU-01] access tokens are distinguished by claims that only they have", () => {
  const is = (payload: object, typ?: string) =>
    isAccessToken({ protectedHeader: { alg: "RS256", typ }, payload } as never);
  expect(is({ nonce: "n", scope: "openid" }, "JWT")).toBe(true);
  expect(is({ nonce: "n", scp: "read" })).toBe(true);
  expect(is({ nonce: "n" }, "JWT")).toBe(false);
  expect(is({ nonce: "n", at_hash: "h", scope: "openid" }, "JWT")).toBe(false);
  expect(is({ events: {}, scope: "openid" }, "JWT")).toBe(false);
  expect(is({ typ: "ID", scope: "openid" }, "JWT")).toBe(false);
  expect(is({}, "logout+jwt")).toBe(false);
  expect(is({})).toBe(true);
});
