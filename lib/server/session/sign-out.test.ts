import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { webSessionHeader } from "../../contract/web-session";
import { readConfig } from "../config/config";
import type { Session } from "./seal";
import { endListedByProvider } from "./sign-out";
import { sessionStore } from "./store";
import { sessionName, subjectName } from "./store-names";

let api: Server;
let origin: string;
const told: IncomingHttpHeaders[] = [];

beforeAll(async () => {
  api = createServer(({ method, headers }, response) => {
    if (method === "DELETE") told.push(headers);
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(api, "listening");
  origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => api.close());
beforeEach(() => void told.splice(0));

const config = () =>
  readConfig({
    API_URL: origin,
    AUTH_MODE: "oidc",
    OIDC_CLIENT_ID: "hub",
    OIDC_ISSUER: "https://id.example",
    SESSION_SECRET: "a secret of at least thirty-two characters",
  });
const place = { tenant: "", prefix: "", path: "/" };
const until = Date.now() + 60_000;
const sessionOf = (id: string): Session => ({
  accessToken: `token of ${id}`,
  tenant: "",
  id,
  began: Date.now(),
  oidc: {
    expires: 0,
    lifetime: 60,
    generation: 0,
    issuer: "https://id.example",
    subject: "eve",
    sealedAt: 0,
  },
});
const tell = (id: string) => endListedByProvider(config(), place, sessionOf(id), "request");

test("[AU-08] [AU-14] the API is told once of a session that a provider has ended, with its token", async () => {
  await sessionStore(config()).end([subjectName("https://id.example", "eve")], until);
  for (let count = 0; count < 5; count += 1) tell("one");
  await expect.poll(() => told).toHaveLength(1);
  tell("one");
  tell("two");
  await expect.poll(() => told).toHaveLength(2);
  expect(told.map((headers) => [headers.authorization, headers[webSessionHeader]])).toEqual([
    ["Bearer token of one", "one"],
    ["Bearer token of two", "two"],
  ]);
});

test("[AU-08] [AU-14] it is not told again of a session that ended here, nor of one in the other sign-in mode", async () => {
  await sessionStore(config()).end([sessionName("three")], until);
  tell("three");
  endListedByProvider(config(), place, { ...sessionOf("four"), oidc: undefined }, "request");
  tell("five");
  await expect.poll(() => told.map((headers) => headers[webSessionHeader])).toEqual(["five"]);
});
