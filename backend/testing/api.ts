import { randomBytes } from "node:crypto";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import { buildApp } from "../app";
import type { Config } from "../config/config";
import { secretHash } from "../credentials/credentials";
import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";
import type { Route } from "../endpoint/route";
import { makeLogger } from "../http/logger";
import { databaseKinds, openTestDatabase } from "./databases";
import type { DatabaseKind } from "./template";
import { administrator, testConfig } from "./test-config";

export interface TestRequest {
  method?: InjectOptions["method"];
  /** The Authorization header; undefined: anonymous. */
  as?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is text or bytes already. */
  body?: unknown;
  /** Sent as the body, like a browser's form with files. */
  form?: FormData;
  /** The client's address; this machine by default. */
  address?: string;
}

export interface TestResponse {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** The parsed JSON of `text`; undefined when it is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

/** The API on a separate database. Its parts exist from `beforeAll` on. */
export interface TestApi {
  readonly kind: DatabaseKind;
  connection: Connection;
  app: FastifyInstance;
  config: Config;
  /** The administrator's Authorization header. */
  administrator: string;
  request(url: string, options?: TestRequest): Promise<TestResponse>;
  /** Signs a user in without a password and returns the Authorization header. */
  signedIn(userName: string, tenantIdentifier?: string): Promise<string>;
}

/**
 * Describes tests of the API once for each database; `tests` gets the API, for use in hooks and tests.
 * @param routes replace those of every area
 */
export function describeApi(
  name: string,
  tests: (api: TestApi) => void,
  changes: Partial<Config> = {},
  routes?: readonly Route[],
): void {
  for (const kind of databaseKinds())
    describe(`${name} (${kind})`, () => {
      const logged: string[] = [];
      let last: string | undefined;
      const api = {
        kind,
        config: testConfig(changes),
        request: async (url: string, options?: TestRequest) => {
          const response = await send(api.app, url, options);
          last = `${options?.method ?? "GET"} ${url}: ${response.status} ${response.text.slice(0, 500)}`;
          return response;
        },
        signedIn: (userName: string, tenant = "main") => addSecret(api.connection, userName, tenant),
      } as TestApi;
      beforeAll(async () => {
        api.connection = await openTestDatabase(kind);
        api.app = await buildApp({
          config: api.config,
          connection: api.connection,
          routes,
          logger: makeLogger("error", { write: (line) => void logged.push(line) }),
        });
        api.administrator = await api.signedIn(administrator.userName);
      });
      beforeEach(({ onTestFailed }) => {
        logged.length = 0;
        last = undefined;
        onTestFailed(() => void process.stderr.write(failureDetails(logged, last)));
      });
      afterAll(async () => {
        await api.app?.close();
        await api.connection?.close();
      });
      tests(api);
    });
}

/** Details for an unexpected status: the log's errors behind a 500, and the last response. */
function failureDetails(logged: readonly string[], last: string | undefined): string {
  const errors = logged.map((line) => (JSON.parse(line) as { err?: { stack?: string } }).err?.stack ?? line);
  return [...errors, ...(last ? [`The last answer was to ${last}`] : []), ""].join("\n");
}

/** The Authorization header of user name and password or secret. */
export function basic(userName: string, secret: string): string {
  return `Basic ${Buffer.from(`${userName}:${secret}`).toString("base64")}`;
}

async function send(
  app: FastifyInstance,
  url: string,
  { method = "GET", as, headers, body, form, address }: TestRequest = {},
) {
  const encoded = form && new Response(form);
  const isRaw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const response = await app.inject({
    method,
    url,
    remoteAddress: address,
    headers: {
      ...(as ? { authorization: as } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(encoded ? { "content-type": encoded.headers.get("content-type") ?? "" } : {}),
      ...headers,
    },
    payload: encoded
      ? Buffer.from(await encoded.arrayBuffer())
      : isRaw
        ? (body as string | undefined)
        : JSON.stringify(body),
  });
  const isJson = String(response.headers["content-type"]).startsWith("application/json");
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: isJson && response.body ? response.json() : undefined,
  };
}

async function addSecret(connection: Connection, userName: string, tenant: string): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await connection.transaction("hub_auth", (db) =>
    db.execute(sql`
      insert into secrets (secret_hash, tenant_id, user_id, expires_on)
      select ${secretHash({ userName, secret })}, u.tenant_id, u.user_id, now() + interval '1 hour'
      from users u join tenants t using (tenant_id)
      where u.user_name = ${userName} and t.identifier = ${tenant} and u.archived_on is null`),
  );
  return basic(userName, secret);
}
