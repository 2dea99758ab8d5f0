import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface MinimalServer {
  /** Address for API_URL. */
  url: string;
  /** Calls that it does not have, as `GET /search`. */
  refused: Set<string>;
  stop(): Promise<void>;
}

interface Options {
  /** Replaces a response, to show that a fault is found. */
  answers?: Readonly<Record<string, unknown>>;
}

const ada = { userName: "ada", password: "Correct-horse-7" };
export const minimalUser = ada;

const since = "2026-03-01T09:30:00.000Z";

interface StoredUser {
  userId: string;
  userName: string;
  firstName: string;
  lastName: string;
  email: string;
}

const users: readonly StoredUser[] = [
  { userId: "1", userName: ada.userName, firstName: "Ada", lastName: "Lovelace", email: "ada@example.test" },
  { userId: "2", userName: "grace", firstName: "Grace", lastName: "Hopper", email: "grace@example.test" },
];
const roles = [{ id: "7", name: "Readers", isDefault: false }];

/**
 * A second server of the contract (BE-03), independent of ours: in memory, without anything beyond the specification. It
 * has sign-in, the signed-in user, the list of users with a record of it, and the dictionary of roles; all else is missing.
 */
export async function startMinimalServer({ answers = {} }: Options = {}): Promise<MinimalServer> {
  const secrets = new Set<string>();
  const refused = new Set<string>();

  const respond = ({ method = "", url = "", headers }: IncomingMessage): [status: number, body: unknown] => {
    const { pathname, searchParams: query } = new URL(url, "http://localhost");
    const [, credentials = ""] = /^Basic (.+)$/.exec(headers.authorization ?? "") ?? [];
    const [name, secret = ""] = Buffer.from(credentials, "base64").toString().split(":");
    const call = `${method} ${pathname}`;
    if (call === "GET /auth") {
      if (name !== ada.userName || secret !== ada.password) return error(401, "wrongCredentials");
      const made = randomUUID();
      secrets.add(made);
      return [200, made];
    }
    if (!secrets.has(secret)) return error(401, "unauthorized");
    if (call in answers) return [200, answers[call]];
    const [, userId] = /^GET \/users\/(\w[\w-]*)$/.exec(call) ?? [];
    if (userId && userId !== "last-update") {
      const user = users.find((one) => one.userId === userId);
      return user ? [200, withTrace(user)] : error(404, "notFound");
    }
    switch (call) {
      case "GET /user":
        return [
          200,
          {
            profile: users[0],
            userPermissions: ["UserView", "UserView_AddAction", "UserView_EditAction", "RoleView"],
            userSettings: [],
            tenants: [],
          },
        ];
      case "GET /users":
        return page(users.map(withTrace), query);
      case "GET /dictionaries/roles":
        return page(roles, query);
      case "GET /settings/version":
        return [200, { version: "minimal" }];
      case "GET /user/actions":
        return [200, []];
      case "PUT /user/settings":
        return [204, null];
      default:
        refused.add(call);
        return error(404, "notFound");
    }
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume().once("end", () => {
      const [status, body] = respond(request);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(status === 204 ? undefined : JSON.stringify(body));
    });
  }).listen(0);
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    refused,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const withTrace = (user: StoredUser) => ({
  ...user,
  lastLoginDate: null,
  version: 1,
  ...{ createdOn: since, createdBy: "setup", updatedOn: null, updatedBy: null },
});

const error = (status: number, code: string): [number, unknown] => [
  status,
  { status, code, title: status === 404 ? "Not found." : "Please sign in." },
];

/** Pages, sorts and filters by phrase as the contract says. */
function page(rows: readonly Record<string, unknown>[], query: URLSearchParams): [number, unknown] {
  const [number, limit] = [Number(query.get("page") ?? 1), Number(query.get("pageLimit") ?? 10)];
  const [first = ""] = Object.keys(rows[0] ?? {});
  const sortBy = query.get("sortBy") ?? first;
  const filters = query.get("filters");
  const [, column = "", value = ""] = /^(\w+):contains:(.*)$/.exec(filters ?? "") ?? [];
  const faults = [
    ...(number < 1 ? ["page"] : []),
    ...(sortBy in (rows[0] ?? {}) ? [] : ["sortBy"]),
    ...(filters && !(column in (rows[0] ?? {})) ? ["filters"] : []),
  ];
  if (faults.length > 0)
    return [
      400,
      {
        ...{ status: 400, code: "validation", title: "Please check your input." },
        errors: faults.map((propertyName) => ({ propertyName, errorMessage: "This is not available." })),
      },
    ];
  const phrase = (query.get("phrase") ?? "").toLowerCase();
  const found = rows
    .filter((row) => Object.values(row).some((text) => String(text).toLowerCase().includes(phrase)))
    .filter((row) => !filters || String(row[column]).includes(value))
    .toSorted((a, b) => String(a[sortBy]).localeCompare(String(b[sortBy])));
  if (query.get("sortDir") === "desc") found.reverse();
  const list = limit === -1 ? found : found.slice((number - 1) * limit, number * limit);
  return [200, { list, totalCount: found.length }];
}
