import { once } from "node:events";
import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webSessionHeader } from "../../contract/web-session";
import { readConfig } from "../config/config";
import { tokenSessionCookies } from "../session/cookie";
import { sessionStore } from "../session/store";
import { subjectName } from "../session/store-names";
import { renewForPage } from "./renew-for-page";

let api: Server;
let apiUrl: string;
const ended: unknown[] = [];

beforeAll(async () => {
  api = createServer(({ method, headers }, response) => {
    if (method === "DELETE") ended.push(headers[webSessionHeader]);
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(api, "listening");
  apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => api.close());

test("[AU-08] [AU-14] a page opened after its session's end by the provider tells the API, and removes the cookie", async () => {
  const issuer = "https://id.example";
  const config = readConfig({
    API_URL: apiUrl,
    AUTH_MODE: "oidc",
    OIDC_CLIENT_ID: "hub",
    OIDC_ISSUER: issuer,
    SESSION_SECRET: "a secret of at least thirty-two characters",
  });
  const now = Date.now();
  const provider = { issuer, subject: "eve", lifetime: 300, expires: now / 1000 + 300, generation: 1 };
  const session = {
    id: "one",
    tenant: "",
    began: now,
    accessToken: "token",
    oidc: { ...provider, sealedAt: now },
  };
  const where = { prefix: "", tenant: undefined, path: "/users" };
  const cookies = await tokenSessionCookies(config, where, session, null);
  await sessionStore(config).end([subjectName(issuer, "eve")], now + 60_000);

  const request = new IncomingMessage(new Socket());
  request.url = "/users";
  request.headers.cookie = cookies.map((line) => line.slice(0, line.indexOf(";"))).join("; ");
  const response = new ServerResponse(request);
  await renewForPage(request, response, config);

  expect(response.getHeader("set-cookie")).toEqual([expect.stringContaining("Max-Age=0")]);
  await expect.poll(() => ended).toEqual(["one"]);
});
