import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface FakeApi {
  address: string;
  /** Requests received, oldest first. */
  received: Received[];
  /** Replaces the default response for paths with this prefix. */
  behave(path: string, behaviour: Behaviour): void;
  /** The default response. */
  usual: Behaviour;
  stop(): Promise<void>;
}

/**
 * A scriptable API, for behaviour that the real one never shows. By default it accepts the password `right` and every
 * access token, returns a secret for `GET /auth`, a user for `GET /user` (except for the subject `stranger`), and an empty
 * list for everything else.
 */
export async function startFakeApi(port = 0): Promise<FakeApi> {
  const received: Received[] = [];
  const behaviours: [string, Behaviour][] = [];
  // As in the API, for large access tokens.
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    const { method = "", url = "", headers } = request;
    received.push({ method, path: url, headers });
    const told = behaviours.findLast(([path]) => url.startsWith(path));
    if (told) told[1](request, response);
    else usual(request, response);
  });
  server.listen(port);
  await once(server, "listening");
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    received,
    usual,
    behave: (path, behaviour) => void behaviours.push([path, behaviour]),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: object = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

let secrets = 0;

function usual(request: IncomingMessage, response: ServerResponse): void {
  request.resume().once("end", () => respond(request, response));
}

function respond({ method, url = "", headers }: IncomingMessage, response: ServerResponse): void {
  const path = url.replace(/^\/(?:main|acme|other|kind-\d+)(?=\/)/, "").replace(/\?.*/, "");
  const [, token] = /^(?:Basic|Bearer) (.+)$/.exec(headers.authorization ?? "") ?? [];
  const [status, body] = url.startsWith("/unknown/")
    ? ([404, { status: 404, code: "unknownTenant", title: "" }] as const)
    : usualResponse(method, path, token);
  answerJson(response, status, body);
}

function usualResponse(method: string | undefined, path: string, token: string | undefined) {
  if (!token) return [401, { status: 401, code: "signedOut", title: "" }] as const;
  if (path === "/user") return userOf(token);
  if (path !== "/auth" || method !== "GET") return [200, { list: [], totalCount: 0 }] as const;
  if (!Buffer.from(token, "base64").toString().endsWith(":right"))
    return [401, { status: 401, code: "wrongCredentials", title: "Please sign in." }] as const;
  secrets += 1;
  return [200, `secret-${secrets}`] as const;
}

/** As the API responds to a valid access token of an unknown user. */
function userOf(token: string) {
  const [, payload] = token.split(".");
  const about = payload ? JSON.parse(Buffer.from(payload, "base64url").toString()) : {};
  if (about.sub === "stranger") return [403, { status: 403, code: "unknownUser", title: "" }] as const;
  return [200, somebody] as const;
}

const somebody = {
  profile: { userId: "1", userName: "ada", firstName: "Ada", lastName: "Lovelace", email: "" },
  userPermissions: ["UserView"],
  userSettings: [],
  tenants: [],
};
