import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const flag = { present: 1, verified: 4, attested: 64 };
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();
const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

interface Circumstances {
  origin?: string;
  rpId?: string;
  counter?: number;
  isVerified?: boolean;
  userHandle?: string;
}

/** A passkey in memory (ES256), which answers as browsers do. */
export function makeAuthenticator(defaults: { origin: string; rpId: string }, id: Buffer = randomBytes(32)) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, counter: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };

  return {
    /** The answer to the options of a registration. */
    create(
      { challenge, user }: { challenge: string; user: { id: string } },
      { origin = defaults.origin, rpId = defaults.rpId, counter = 0, isVerified = true }: Circumstances = {},
    ) {
      userHandle = user.id;
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const flags = flag.present | flag.attested | (isVerified ? flag.verified : 0);
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, key]);
      const data = Buffer.concat([authenticatorData(rpId, flags, counter), attested]);
      // CBOR: { fmt: "none", attStmt: {}, authData }
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
        uint16(data.length),
        data,
      ]);
      return {
        id: encoded(id),
        rawId: encoded(id),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: encoded(clientData("webauthn.create", challenge, origin)),
          attestationObject: encoded(attestation),
        },
      };
    },
    /** The answer to the options of a sign-in. */
    get({ challenge }: { challenge: string }, given: Circumstances = {}) {
      const { origin = defaults.origin, rpId = defaults.rpId, counter = 0, isVerified = true } = given;
      const flags = flag.present | (isVerified ? flag.verified : 0);
      const data = authenticatorData(rpId, flags, counter);
      const client = clientData("webauthn.get", challenge, origin);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: encoded(id),
        rawId: encoded(id),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: encoded(client),
          authenticatorData: encoded(data),
          signature: encoded(signature),
          userHandle: given.userHandle ?? userHandle,
        },
      };
    },
  };
}

/** An authenticator app with a secret. */
export const totpOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) });
