import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { anyFraming, bytesOf, framings, segmentsOf } from "../../tests/support/odd-requests";
import { exchange, openRaw, statusesOf } from "../../tests/support/raw-socket";
import { describeApi } from "../testing/api";

const nowhere = "00000000-0000-4000-8000-00000000dead";

describeApi("framing", (api) => {
  let port: number;
  /** The requests that Node's parser saw, oldest first. */
  const parsed: string[] = [];
  /** The requests that were answered. */
  const answered: string[] = [];
  const send = (bytes: string) => exchange(port, bytes, "127.0.0.1");
  const head = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${api.administrator}\r\n`;

  beforeAll(async () => {
    await api.app.listen({ port: 0, host: "127.0.0.1" });
    port = (api.app.server.address() as AddressInfo).port;
    api.app.server.on("request", ({ method, url }, response) => {
      parsed.push(`${method} ${url}`);
      response.once("finish", () => answered.push(`${method} ${url}`));
    });
  });
  beforeEach(() => {
    parsed.length = 0;
    answered.length = 0;
  });

  const smuggled = () => `${head("DELETE", `/users?userIds=${nowhere}`)}\r\n`;

  test.each([
    ["GET", "/user"],
    ["HEAD", "/user"],
    ["DELETE", `/roles?roleIds=${nowhere}`],
    ["PATCH", "/notifications/all/status/read"],
    ["OPTIONS", "/user"],
    ["GET", "/nothing"],
    ["GET", "/health"],
  ])("[BE-01] %s %s accepts no body: 400, and the connection is closed", async (method, path) => {
    for (const framing of ["length", "chunked", "chunked without an end", "length too long"]) {
      const body = `${framings[framing]?.(smuggled(), [])}`;
      const text = await send(`${head(method, path) + body + head("GET", "/user")}\r\n`);
      expect([framing, statusesOf(text)]).toEqual([framing, [400]]);
      expect(text).toMatch(/\r\nconnection: close\r\n/i);
    }
    expect(answered.filter((request) => request !== `${method} ${path}`)).toEqual([]);
  });

  test("[BE-01] an empty body may be declared when none is expected", async () => {
    const text = await send(`${head("GET", "/user")}Content-Length: 0\r\nConnection: close\r\n\r\n`);
    expect(statusesOf(text)).toEqual([200]);
  });

  test("[BE-01] a body for an unknown method or address is not read further", async () => {
    for (const [method, path, status] of [
      ["POST", "/nothing", 404],
      ["PUT", "/roles", 405],
    ] as const) {
      const text = await send(head(method, path) + framings.length?.(smuggled(), []) + smuggled());
      expect(statusesOf(text)).toEqual([status]);
    }
    expect(answered).toEqual(["POST /nothing", "PUT /roles"]);
  });

  test("[BE-01] a pipelined second request is not answered, and ends the connection", async () => {
    const text = await send(`${head("GET", "/user")}\r\n${smuggled()}`);
    expect(statusesOf(text)).toEqual([200]);
    expect(answered).toEqual(["GET /user"]);
  });

  test("[BE-01] sequential requests share one connection", async () => {
    const connection = await openRaw(port, "127.0.0.1");
    for (const count of [1, 2, 3]) {
      connection.write(`${head("GET", "/user")}\r\n`);
      // Lets the web process close an idle connection in time.
      expect(await connection.answers(count)).toContain("Keep-Alive: timeout=75\r\n");
    }
    connection.destroy();
    expect(answered).toHaveLength(3);
  });

  test("[BE-01] a call that does not declare its body is the last on its connection", async () => {
    const text = await send(`${head("POST", "/roles")}Content-Type: application/json\r\n\r\n`);
    expect(statusesOf(text)).toEqual([400]);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
  });

  test("[BE-01] no content of a body is ever answered as a request, however it is framed", async () => {
    const carriers = fc.constantFrom(
      ["GET", "/user"],
      ["DELETE", `/roles?roleIds=${nowhere}`],
      ["HEAD", "/user"],
      ["OPTIONS", "/user"],
      ["POST", "/roles"],
      ["PUT", "/user/settings"],
      ["PUT", "/user/avatar"],
      ["PATCH", "/notifications/all/status/read"],
      ["GET", "/auth"],
    );
    const isolated = fc.asyncProperty(carriers, anyFraming, async ([method = "", target = ""], framing) => {
      parsed.length = 0;
      answered.length = 0;
      const headers = [`Authorization: ${api.administrator}`, "Content-Type: application/json"];
      const connection = await openRaw(port, "127.0.0.1");
      for (const part of segmentsOf(bytesOf({ method, target, headers, body: smuggled() }, framing), framing))
        connection.write(part);
      connection.end();
      await connection.closed;
      expect(answered.filter((request) => request !== `${method} ${target}`)).toEqual([]);
      expect(answered.length).toBeLessThanOrEqual(1);
    });
    await fc.assert(isolated, { numRuns: 300 });
  });
});
