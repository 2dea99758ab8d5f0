import { createHash, type KeyObject, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { client } from "./provider";

type Json = Record<string, unknown>;

const jwtBearer = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Deviations between providers, each found in a real one. */
export interface SmallProviderOptions {
  /** Path below the origin, such as `/realms/hub/`. */
  path?: string;
  /** Shared server that is already listening; other providers use other paths. Omitted for a separate server. */
  server?: Server;
  /** Suffix that makes its issuer differ from its address. */
  issuerEnding?: string;
  alg?: string;
  /** Overrides of the discovery document; undefined removes a member. */
  metadata?: (origin: string) => Json;
  /** The only accepted client authentication method. */
  clientAuthentication?: "client_secret_basic" | "client_secret_post" | "none" | "private_key_jwt";
  /** Key of a client with key authentication. */
  clientKey?: KeyObject;
  /** Overrides of the token response; undefined removes a member. */
  response?: Json;
  idTokenClaims?: Json;
  accessToken?: string;
  accessTokenSeconds?: number;
  /** Refresh tokens work once. */
  rotates?: boolean;
  /** Seconds by which its clock is ahead. */
  ahead?: number;
  /** Accepts authorization parameters only by a pushed request. */
  wantsPushed?: boolean;
}

export interface SmallProvider {
  issuer: string;
  /** Forms received by the token endpoint, including refused ones. */
  asked: URLSearchParams[];
  /** Replaces its response while it returns true. */
  fault?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Signs with a new key from now on and drops the old one. */
  rotateKeys(): Promise<void>;
  /** Creates a logout token with these claims. */
  logoutToken(claims: Json): Promise<string>;
  stop(): Promise<void>;
}

interface Sent {
  redirectUri: string;
  challenge: string;
  nonce: string;
}

/** Starts a minimal provider that signs everyone in as `ada`, with configurable deviations. */
export async function startSmallProvider(given: SmallProviderOptions = {}): Promise<SmallProvider> {
  const { path = "", alg = "RS256", ahead = 0, accessTokenSeconds = 300 } = given;
  const newKeys = async () => ({ ...(await generateKeyPair(alg, { extractable: true })), kid: randomUUID() });
  let keys = { ...(await firstKeys(alg)), kid: randomUUID() };
  const codes = new Map<string, Sent>();
  const refreshTokens = new Set<string>();
  const assertions = new Set<string | undefined>();
  const pushed = new Map<string, URLSearchParams>();
  const server = given.server ?? (await listeningServer());
  server.on("request", listener);
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const basePath = path.replace(/\/$/, "");
  const base = origin + basePath;
  const issuer = origin + path + (given.issuerEnding ?? "");

  const sign = (claims: Json, typ?: string) => {
    const now = Math.floor(Date.now() / 1000) + ahead;
    const all = { iss: issuer, sub: "ada", iat: now, exp: now + 300, ...claims };
    return new SignJWT(all).setProtectedHeader({ alg, kid: keys.kid, typ }).sign(keys.privateKey);
  };

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/keys`,
    end_session_endpoint: `${base}/logout`,
    revocation_endpoint: `${base}/revoke`,
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    ...(given.wantsPushed && {
      pushed_authorization_request_endpoint: `${base}/push`,
      require_pushed_authorization_requests: true,
    }),
    ...given.metadata?.(base),
  });

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID();
    const redirectUri = query.get("redirect_uri") ?? "";
    const challenge = query.get("code_challenge") ?? "";
    codes.set(code, { redirectUri, challenge, nonce: query.get("nonce") ?? "" });
    const to = new URL(redirectUri);
    to.searchParams.set("code", code);
    to.searchParams.set("state", query.get("state") ?? "");
    response.writeHead(302, { location: to.href }).end();
  }

  const isClient = async (form: URLSearchParams, authorization = "") => {
    const basic = `Basic ${Buffer.from(`${client.id}:${new URLSearchParams({ x: client.secret }).toString().slice(2)}`).toString("base64")}`;
    const byPost = form.get("client_id") === client.id && form.get("client_secret") === client.secret;
    switch (given.clientAuthentication) {
      case "private_key_jwt": {
        const expected = { issuer: client.id, subject: client.id, audience: `${base}/token` };
        const assertion = form.get("client_assertion") ?? "";
        const key = given.clientKey as KeyObject;
        const { payload } = await jwtVerify(assertion, key, { ...expected, requiredClaims: ["exp", "jti"] });
        const isFirst = !assertions.has(payload.jti);
        assertions.add(payload.jti);
        return isFirst && form.get("client_assertion_type") === jwtBearer && !form.has("client_secret");
      }
      case "none":
        return form.get("client_id") === client.id && !form.has("client_secret") && authorization === "";
      case "client_secret_post":
        return byPost && authorization === "";
      case "client_secret_basic":
        return authorization === basic && !form.has("client_secret");
      default:
        return byPost || authorization === basic;
    }
  };

  async function tokens(
    form: URLSearchParams,
    authorization?: string,
  ): Promise<[status: number, body: Json]> {
    if (!(await isClient(form, authorization))) return [401, { error: "invalid_client" }];
    const refreshToken = form.get("refresh_token") ?? "";
    const sent = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRefresh = form.get("grant_type") === "refresh_token";
    const isGood = isRefresh
      ? refreshTokens.has(refreshToken)
      : sent?.challenge === challenge && sent.redirectUri === form.get("redirect_uri");
    if (!isGood) return [400, { error: "invalid_grant" }];
    if (given.rotates) refreshTokens.delete(refreshToken);
    const next = isRefresh && !given.rotates ? refreshToken : randomUUID();
    refreshTokens.add(next);
    const idToken = { aud: client.id, ...(sent && { nonce: sent.nonce }), ...given.idTokenClaims };
    return [
      200,
      {
        access_token: given.accessToken ?? (await sign({ aud: "hub-api", jti: randomUUID() }, "at+jwt")),
        token_type: "Bearer",
        expires_in: accessTokenSeconds,
        refresh_token: next,
        id_token: await sign(idToken),
        ...given.response,
      },
    ];
  }

  /** Returns a pushed authorization request; its reference may only contain the client. */
  function findPushedRequest(query: URLSearchParams): URLSearchParams | undefined {
    const name = query.get("request_uri") ?? "";
    const found = pushed.get(name);
    pushed.delete(name);
    return query.size === 2 && query.get("client_id") === client.id ? found : undefined;
  }

  async function push(form: URLSearchParams, authorization?: string): Promise<[number, Json]> {
    if (!(await isClient(form, authorization))) return [401, { error: "invalid_client" }];
    const name = `urn:ietf:params:oauth:request_uri:${randomUUID()}`;
    pushed.set(name, form);
    return [201, { request_uri: name, expires_in: 60 }];
  }

  function listener(request: IncomingMessage, response: ServerResponse): void {
    if (request.url?.startsWith(`${basePath}/`)) void handle(request, response);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (provider.fault?.(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    const below = pathname.slice(basePath.length);
    const json = (status: number, body: Json) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (below === "/.well-known/openid-configuration") json(200, metadata());
    else if (below === "/authorize") {
      const query = given.wantsPushed ? findPushedRequest(searchParams) : searchParams;
      if (query) authorize(query, response);
      else json(400, { error: "invalid_request" });
    } else if (below === "/keys")
      json(200, { keys: [{ ...(await exportJWK(keys.publicKey)), kid: keys.kid, alg, use: "sig" }] });
    else if (below === "/push") json(...(await push(await formOf(request), request.headers.authorization)));
    else if (below === "/token") {
      const form = await formOf(request);
      provider.asked.push(form);
      json(...(await tokens(form, request.headers.authorization)));
    } else json(request.method === "POST" ? 200 : 404, {});
  }

  const provider: SmallProvider = {
    issuer,
    asked: [],
    rotateKeys: async () => {
      keys = await newKeys();
    },
    logoutToken: (claims) =>
      sign(
        {
          aud: client.id,
          jti: randomUUID(),
          events: { "http://schemas.openid.net/event/backchannel-logout": {} },
          ...claims,
        },
        "logout+jwt",
      ),
    stop: async () => {
      server.off("request", listener);
      if (!given.server) await closeServer(server);
    },
  };
  return provider;
}

const keysByAlgorithm = new Map<string, ReturnType<typeof generateKeyPair>>();

/** Shared by all providers, since RSA keys are slow to generate; key rotation creates new ones. */
function firstKeys(alg: string): ReturnType<typeof generateKeyPair> {
  const keys = keysByAlgorithm.get(alg) ?? generateKeyPair(alg, { extractable: true });
  keysByAlgorithm.set(alg, keys);
  return keys;
}

/** Listens on a free local port. */
export async function listeningServer(): Promise<Server> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  return server;
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new URLSearchParams(Buffer.concat(parts).toString());
}
