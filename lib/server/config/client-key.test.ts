import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, expect, test } from "vitest";
import { type ClientKey, clientAssertion, readClientKey } from "./client-key";

/** Created for this test: `openssl req -x509 -newkey ec -nodes -subj /CN=hub`. */
const keyPem = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgK4RV2LFAhi0RFlnt
l7uiJE5XPkxi5RkpPHa4jEkC8rahRANCAAQCL5Vw1U8Sm25atz6N06kIkM1SXUXt
PfifVucujs47ZtRNFx7UXr2qbXFHX0Iu2xsIC58PkzlJDYKY90xT9UMI
-----END PRIVATE KEY-----
`;
const certificatePem = `-----BEGIN CERTIFICATE-----
MIIBczCCARmgAwIBAgIUTnlDCDDkkRElzIu5VJ21hcmEE+UwCgYIKoZIzj0EAwIw
DjEMMAoGA1UEAwwDaHViMCAXDTI2MTEyMjA3NDYzNloYDzIxMjYxMDI5MDc0NjM2
WjAOMQwwCgYDVQQDDANodWIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQCL5Vw
1U8Sm25atz6N06kIkM1SXUXtPfifVucujs47ZtRNFx7UXr2qbXFHX0Iu2xsIC58P
kzlJDYKY90xT9UMIo1MwUTAdBgNVHQ4EFgQU52ZtLGaqfQnNkKrxKK/ju1z9/JIw
HwYDVR0jBBgwFoAU52ZtLGaqfQnNkKrxKK/ju1z9/JIwDwYDVR0TAQH/BAUwAwEB
/zAKBggqhkjOPQQDAgNIADBFAiEAv2k6OU+SYmM76re2NYYJiDXBwgvLRO30UueO
PjDKp7YCIAX3gZ7H7AIPWYlXm3FPR49f7FQT5qA5PiaSND3Ab9Al
-----END CERTIFICATE-----
`;
const thumbprint = "8AXZmISnY2711n_1G-0yALO7WVsENBYwnRGZfdK6EkQ";

const directory = mkdtempSync(join(tmpdir(), "hub-key-"));
afterAll(() => rmSync(directory, { recursive: true }));

function read(text: string, kid?: string): ClientKey {
  const file = join(directory, "key");
  writeFileSync(file, text);
  const found = readClientKey(file, kid);
  if (!found) throw new Error("no key to sign with");
  return found;
}

const provider = { issuer: "https://id.example", token_endpoint: "https://id.example/token" };
const headerOf = async (key: ClientKey, more = {}) =>
  decodeProtectedHeader(await clientAssertion(key, "hub", { ...provider, ...more }));

test("[AU-01] an assertion lives five minutes, for the token endpoint or the issuer as configured", async () => {
  const key = read(keyPem);
  const { publicKey } = new X509Certificate(certificatePem);
  for (const [audience, expected] of [
    [undefined, provider.token_endpoint],
    ["token_endpoint", provider.token_endpoint],
    ["issuer", provider.issuer],
  ] as const) {
    const assertion = await clientAssertion({ ...key, audience }, "hub", provider);
    const { payload } = await jwtVerify(assertion, publicKey, { audience: expected });
    expect(payload).toMatchObject({ iss: "hub", sub: "hub", aud: expected });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    const again = await clientAssertion({ ...key, audience }, "hub", provider);
    expect((await jwtVerify(again, publicKey)).payload.jti).not.toBe(payload.jti);
  }
});

test("[AU-01] names a certificate by its thumbprints, in any position, and by its configured kid", async () => {
  const jwk = createPrivateKey(keyPem).export({ format: "jwk" });
  const x5c = [certificatePem.replace(/-----[^-]+-----|\s/g, "")];
  for (const text of [
    keyPem + certificatePem,
    certificatePem + keyPem,
    `Bag Attributes\r\n${certificatePem}${keyPem}`.replaceAll("\n", "\r\n"),
    JSON.stringify({ ...jwk, x5c }),
  ]) {
    const header = await headerOf(read(text));
    expect(header).toMatchObject({ alg: "ES256", typ: "JWT", "x5t#S256": thumbprint });
    expect(header.x5t).toMatch(/^[\w-]{27}$/);
    expect(header.kid).toBeUndefined();
    expect((await headerOf(read(text, "mine"))).kid).toBe("mine");
  }
  expect(await headerOf(read(keyPem))).toEqual({ alg: "ES256", typ: "JWT" });
  expect((await headerOf(read(JSON.stringify({ ...jwk, kid: "1" })))).kid).toBe("1");
  expect((await headerOf(read(JSON.stringify({ ...jwk, kid: "1" }), "2"))).kid).toBe("2");
});

test("[CF-03] rejects a certificate without a key, or of another key", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = pemOf(privateKey);
  for (const text of [other + certificatePem, certificatePem, "", "{}"]) expect(() => read(text)).toThrow();
});

test("[AU-01] signs an assertion with an algorithm that both the provider and the key support", async () => {
  const rsa = read(pemOf(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey));
  const algorithmFor = async (supported?: string[]) =>
    (await headerOf(rsa, { token_endpoint_auth_signing_alg_values_supported: supported })).alg;
  expect(await algorithmFor()).toBe("RS256");
  expect(await algorithmFor(["PS256", "ES256"])).toBe("PS256");
  expect(await algorithmFor(["ES256", "RS256", "PS256"])).toBe("RS256");
  expect(await algorithmFor(["ES256"])).toBe("RS256");
  const ed25519 = read(pemOf(generateKeyPairSync("ed25519").privateKey));
  expect((await headerOf(ed25519)).alg).toBe("EdDSA");
});

const pemOf = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();
