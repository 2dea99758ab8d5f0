import { createPrivateKey, type KeyObject, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { SignJWT } from "jose";
import * as z from "zod";

/** The key that a client shows who it is by, where it has no secret. */
export interface ClientKey {
  key: KeyObject;
  alg: string;
  /** As the provider knows it, where it was given one. */
  kid?: string;
}

const jwk = z.looseObject({ kty: z.string(), alg: z.string().optional(), kid: z.string().optional() });

const curves: Readonly<Record<string, string>> = {
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

/**
 * The private key in a file, as PEM or as JWK (RFC 7517).
 * @returns undefined when it is no key to sign with
 * @throws when it cannot be read
 */
export function readClientKey(path: string): ClientKey | undefined {
  const text = readFileSync(path, "utf8");
  const given = text.trimStart().startsWith("{") ? jwk.parse(JSON.parse(text)) : undefined;
  const key = given ? createPrivateKey({ key: given, format: "jwk" }) : createPrivateKey(text);
  const alg = given?.alg ?? algorithmOf(key);
  return alg === undefined ? undefined : { key, alg, kid: given?.kid };
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  if (asymmetricKeyType === "rsa") return "RS256";
  if (asymmetricKeyType === "ed25519") return "EdDSA";
  return curves[asymmetricKeyDetails?.namedCurve ?? ""];
}

const seconds = 60;

/** Says that this is the client, to that one place, now and once (RFC 7523, section 3). */
export function clientAssertion(
  { key, alg, kid }: ClientKey,
  clientId: string,
  place: string,
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg, kid })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(place)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(key);
}
