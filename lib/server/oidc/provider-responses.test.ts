import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isIssuedUnder } from "./directories";
import { providerAt } from "./provider";
import { requestTokens } from "./tokens";
import { verifyIdToken } from "./verify";

type Json = Record<string, unknown>;

let server: Server;
let origin: string;
let count = 0;
/** The provider's metadata, each under a different issuer, because they are cached. */
let metadata: (issuer: string) => Json;
let keySet: unknown;
let tokenEndpoint: (request: IncomingMessage, response: ServerResponse) => void;
let tokenRequests = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = "" } = request;
    const issuer = `${origin}/${url.split("/")[1]}`;
    if (url.endsWith("/openid-configuration")) return void response.end(JSON.stringify(metadata(issuer)));
    if (url.endsWith("/keys")) return void response.end(JSON.stringify(keySet));
    tokenRequests += 1;
    request.resume().once("end", () => tokenEndpoint(request, response));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  tokenRequests = 0;
  metadata = (issuer) => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  });
});

const provider = () => {
  count += 1;
  return providerAt(`${origin}/p${count}`);
};
const client = { clientId: "hub", clientSecret: "the client's secret" };
const grant = { grant_type: "authorization_code", code: "a-code-of-the-provider" };
const json = (status: number, body: Json) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status).end(JSON.stringify(body));

test("[AU-01] reads token responses as real providers write them", async () => {
  const at = await provider();
  const token = { access_token: "opaque" };
  for (const [more, seconds] of [
    [{ token_type: "bearer", expires_in: "300" }, 300],
    [{ token_type: "BEARER", expires_in: 300.0 }, 300],
    [{ expires_in: null }, 3600],
    [{ token_type: null, expires_in: "soon" }, 3600],
    [{ token_type: "Bearer", expires_in: 0, refresh_token: "", id_token: null }, 3600],
  ] as const) {
    tokenEndpoint = json(200, { ...token, ...more });
    const read = await requestTokens(at, client, grant);
    expect([read.accessToken, read.refreshToken, read.idToken]).toEqual(["opaque", undefined, undefined]);
    expect(read.lifetime).toBe(seconds);
  }
  tokenEndpoint = (_, response) => response.end(`\uFEFF${JSON.stringify(token)}`);
  expect((await requestTokens(at, client, grant)).accessToken).toBe("opaque");
  for (const bad of [
    { token_type: "DPoP" },
    { token_type: "mac" },
    { access_token: "" },
    { access_token: 1 },
  ]) {
    tokenEndpoint = json(200, { ...token, ...bad });
    await expect(requestTokens(at, client, grant)).rejects.toMatchObject({ kind: "unusable" });
  }
});

test("[AU-07] a refusal contains the provider's message, but none of the sent values", async () => {
  const at = await provider();
  const { code } = grant;
  tokenEndpoint = json(400, {
    error: "invalid_grant",
    error_description: `AADSTS54005: code ${code} of ${client.clientSecret}\r\nis used`,
  });
  const refused = await requestTokens(at, client, grant).catch((error: Error) => error);
  expect(refused).toMatchObject({ kind: "refused", code: "invalid_grant" });
  expect(String(refused)).toContain("(status 400): invalid_grant (AADSTS54005: code … of …?is used)");
});

test("[AU-01] a client refused with one method tries the other, for any error code", async () => {
  for (const refusal of [{ error: "invalid_client" }, { error: "unauthorized_client" }, {}]) {
    const at = await provider();
    tokenRequests = 0;
    tokenEndpoint = (request, response) =>
      request.headers.authorization
        ? json(401, refusal)(request, response)
        : json(200, { access_token: "opaque" })(request, response);
    expect((await requestTokens(at, client, grant)).accessToken).toBe("opaque");
    await requestTokens(at, client, grant);
    expect(tokenRequests).toBe(3);
  }
});

test("[AU-01] keys that are unknown, unnamed or for other purposes do not block a sign-in", async () => {
  const anyPair = (alg: string) => generateKeyPair(alg, { extractable: true });
  // Created once, as generating RSA keys is slow.
  const encryption = await exportJWK((await anyPair("RSA-OAEP-256")).publicKey);
  for (const alg of ["RS256", "PS256", "ES256", "EdDSA"]) {
    const [pair, stranger] = await Promise.all([anyPair(alg), anyPair(alg)]);
    const other = await exportJWK(stranger.publicKey);
    keySet = {
      keys: [
        { kty: "AKP", alg: "ML-DSA-44", kid: "later", pub: "AAAA" },
        { kty: "unheard-of", kid: "x" },
        { kid: "without-a-type" },
        { ...encryption, use: "enc", alg: "RSA-OAEP-256", kid: "1" },
        { ...other, kid: "other" },
        { ...(await exportJWK(pair.publicKey)), kid: "1" },
      ],
    };
    const at = await provider();
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: at.metadata.issuer, aud: ["hub"], sub: "ada", iat: now, exp: now + 60 };
    for (const header of [{ alg, kid: "1" }, { alg }, { alg, typ: "JWT" }]) {
      const token = await new SignJWT(claims).setProtectedHeader(header).sign(pair.privateKey);
      expect(await verifyIdToken(token, at, { clientId: "hub" })).toMatchObject({ subject: "ada" });
    }
    keySet = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: "1" }] };
    const known = await provider();
    const forged = await new SignJWT({ ...claims, iss: known.metadata.issuer })
      .setProtectedHeader({ alg })
      .sign(stranger.privateKey);
    await expect(verifyIdToken(forged, known, { clientId: "hub" })).rejects.toMatchObject({
      kind: "untrusted",
    });
  }
});

test("[AU-01] at Entra ID's multi-directory address each token names its own directory", async () => {
  const pair = await generateKeyPair("RS256", { extractable: true });
  keySet = {
    keys: [{ ...(await exportJWK(pair.publicKey)), kid: "1", issuer: `${origin}/{tenantid}/v2.0` }],
  };
  metadata = (issuer) => ({
    issuer: `${origin}/{tenantid}/v2.0`,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  });
  const at = await providerAt(`${origin}/common/v2.0`);
  const tid = "9188040d-6c67-4c5b-b112-36a304b66dad";
  const about = async (claims: Json) => {
    const now = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({ aud: "hub", sub: "ada", iat: now, exp: now + 60, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .sign(pair.privateKey);
    return verifyIdToken(token, at, { clientId: "hub" }).then(({ issuer }) => issuer, String);
  };
  const own = `${origin}/${tid}/v2.0`;
  expect(await about({ iss: own, tid })).toBe(own);
  for (const claims of [
    { iss: own },
    { iss: own, tid: "another" },
    { iss: own, tid: tid.replace("9", "8") },
    { iss: `${origin}/{tenantid}/v2.0` },
    { iss: `${origin}/{tenantid}/v2.0`, tid: "{tenantid}" },
    { iss: `${origin}/x/v2.0`, tid: "x" },
    { iss: `https://evil.example/${tid}/v2.0`, tid },
  ])
    expect(await about(claims)).toContain("ProviderError");
  await expect(provider()).rejects.toThrow(/describes another provider/);
  expect(isIssuedUnder(`${origin}/common/v2.0/`, own)).toBe(true);
  expect(isIssuedUnder(`${origin}/organizations/v2.0`, `${own}/`)).toBe(true);
  for (const [setting, named] of [
    [`${origin}/common/v2.0`, `${origin}/other/v2.0`],
    [`${origin}/common/v2.0`, `${origin}/${tid}/v1.0`],
    [`${origin}/common/v2.0`, `${origin}/${tid}/x/v2.0`],
    [`${origin}/${tid}/v2.0`, `${origin}/common/v2.0`],
    [`${origin}/realm`, own],
  ] as const)
    expect([setting, named, isIssuedUnder(setting, named)]).toEqual([setting, named, false]);
});
