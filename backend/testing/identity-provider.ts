import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>> & { kid: string };
type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface TestProvider {
  issuer: string;
  /** What people can be told of when a token does not say it, by their subject. */
  people: Map<string, JWTPayload>;
  /** How often the keys were asked for. */
  keyReadings(): number;
  /** Signs with new keys from now on, and knows the old ones no longer. */
  rotate(): Promise<void>;
  /** Takes the place of every answer, until told `undefined`. */
  behave(behaviour: Behaviour | undefined): void;
  /** The Authorization header with a token as the provider makes them, changed as told; a claim of undefined is left out. */
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

/** An identity provider that signs what it is told and fails as it is told, for what certified ones never do. */
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
