import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>> & { kid: string };
type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface TestProvider {
  issuer: string;
  /** User info claims by subject, for claims missing from tokens. */
  people: Map<string, JWTPayload>;
  /** Number of requests for the keys. */
  keyReadings(): number;
  /** Replaces the keys: signs with new ones and drops the old ones. */
  rotate(): Promise<void>;
  /** Replaces every response, until called with `undefined`. */
  behave(behaviour: Behaviour | undefined): void;
  /** The Authorization header with the provider's usual token, with changed claims; undefined removes a claim. */
  bearer(
    claims?: Record<string, unknown>,
    header?: Partial<JWTHeaderParameters>,
    signer?: KeyPair,
  ): Promise<string>;
  stop(): Promise<void>;
}

export const audience = "hub";
const algorithm = "ES256";

export async function makeKeys(kid: string): Promise<KeyPair> {
  return { ...(await generateKeyPair(algorithm, { extractable: true })), kid };
}

/** An identity provider that signs and fails on demand, for behaviour that certified ones never show. */
export async function startProvider(tenant = ""): Promise<TestProvider> {
  let keys = await makeKeys("first");
  let behaviour: Behaviour | undefined;
  let readings = 0;
  let rotations = 0;
  const people = new Map<string, JWTPayload>();
  const server = createServer(async (request, response) => {
    if (behaviour) return behaviour(request, response);
    const body = await answerTo(request.url ?? "", request.headers.authorization ?? "");
    response.writeHead(body ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${tenant && `/${tenant}`}`;
  const answerTo = async (path: string, authorization: string) => {
    if (path.endsWith("/.well-known/openid-configuration"))
      return { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` };
    if (path.endsWith("/keys")) {
      readings += 1;
      return { keys: [{ ...(await exportJWK(keys.publicKey)), kid: keys.kid, use: "sig" }] };
    }
    const [, payload = ""] = authorization.split(".");
    return people.get(JSON.parse(Buffer.from(payload, "base64url").toString()).sub);
  };
  const provider: TestProvider = {
    issuer,
    people,
    keyReadings: () => readings,
    rotate: async () => {
      rotations += 1;
      keys = await makeKeys(`rotated-${rotations}`);
    },
    behave: (next) => {
      behaviour = next;
    },
    bearer: async (claims = {}, header = {}, { privateKey, kid } = keys) => {
      const now = Math.floor(Date.now() / 1000);
      const payload = { iss: issuer, aud: audience, iat: now, exp: now + 300, sub: "somebody", ...claims };
      const token = await new SignJWT(payload)
        .setProtectedHeader({ alg: algorithm, kid, typ: "at+jwt", ...header })
        .sign(privateKey);
      return `Bearer ${token}`;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return provider;
}
