import { createHash, createPrivateKey, type KeyObject, randomUUID, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { SignJWT } from "jose";
import * as z from "zod";

/** The key that authenticates a client without a secret. */
export interface ClientKey {
  key: KeyObject;
  /** Possible signature algorithms, the preferred first. */
  algorithms: readonly [string, ...string[]];
  /** JWS header fields (RFC 7515, section 4.1) that identify the key; providers use different ones. */
  header: Readonly<Record<string, string>>;
  /** Audience of an assertion; defaults to the token endpoint. */
  audience?: "token_endpoint" | "issuer";
}

const jwk = z.looseObject({
  kty: z.string(),
  alg: z.string().optional(),
  kid: z.string().optional(),
  x5c: z.array(z.string()).min(1).optional(),
});

const curves: Readonly<Record<string, string>> = {
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

const certificates = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads a private key from a file, as PEM or JWK (RFC 7517), with its certificate: in PEM before or after the key,
 * optionally with its chain; in a JWK as `x5c`.
 * @param kid the key's id at the provider, if it has one
 * @returns undefined if the key cannot sign
 * @throws if the file cannot be read, or the certificates belong to other keys
 */
export function readClientKey(path: string, kid?: string): ClientKey | undefined {
  const text = readFileSync(path, "utf8");
  const given = text.trimStart().startsWith("{") ? jwk.parse(JSON.parse(text)) : undefined;
  const key = given ? createPrivateKey({ key: given, format: "jwk" }) : createPrivateKey(text);
  const algorithms = given?.alg ? ([given.alg] as const) : algorithmsOf(key);
  if (!algorithms) return undefined;
  const chain = given ? (given.x5c ?? []).map((der) => Buffer.from(der, "base64")) : text.match(certificates);
  const name = kid ?? given?.kid;
  return { key, algorithms, header: { ...(name && { kid: name }), ...thumbprints(key, chain ?? []) } };
}

function algorithmsOf({
  asymmetricKeyType,
  asymmetricKeyDetails,
}: KeyObject): ClientKey["algorithms"] | undefined {
  if (asymmetricKeyType === "rsa") return ["RS256", "PS256"];
  if (asymmetricKeyType === "ed25519") return ["EdDSA", "Ed25519"];
  const byCurve = curves[asymmetricKeyDetails?.namedCurve ?? ""];
  return byCurve === undefined ? undefined : [byCurve];
}

/** RFC 7515, sections 4.1.7 and 4.1.8. Entra ID accepts either; older servers know only `x5t`. */
function thumbprints(key: KeyObject, chain: readonly (string | Buffer)[]): Record<string, string> {
  if (chain.length === 0) return {};
  const own = chain.map((each) => new X509Certificate(each)).find((each) => each.checkPrivateKey(key));
  if (!own) throw new Error("the certificate is another key's");
  const hashOf = (algorithm: string) => createHash(algorithm).update(own.raw).digest("base64url");
  return { x5t: hashOf("sha1"), "x5t#S256": hashOf("sha256") };
}

/** Lifetime of an assertion in seconds (RFC 7523, section 3): allows for clock skew and slow networks. */
const seconds = 5 * 60;

/** The parts of a provider that an assertion depends on. */
interface Addressee {
  issuer: string;
  token_endpoint: string;
  token_endpoint_auth_signing_alg_values_supported?: readonly string[];
}

/** Creates a single-use assertion that authenticates the client to this provider (RFC 7523, section 3). */
export function clientAssertion(
  { key, algorithms, header, audience = "token_endpoint" }: ClientKey,
  clientId: string,
  provider: Addressee,
): Promise<string> {
  const supported = provider.token_endpoint_auth_signing_alg_values_supported;
  const alg = algorithms.find((each) => supported?.includes(each)) ?? algorithms[0];
  return new SignJWT()
    .setProtectedHeader({ ...header, alg, typ: "JWT" })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(audience === "issuer" ? provider.issuer : provider.token_endpoint)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(key);
}
