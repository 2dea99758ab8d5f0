import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { personWith } from "../testing/factories";

describeApi("bodies that are too large or not permitted", (api) => {
  const length = 64 * 64 * 1024;

  /**
   * @param agent `false` for a connection that closes with the response, as the web process uses for all calls except
   * reads
   */
  async function send(path: string, headers: Record<string, string | number>, agent?: false) {
    const { port } = api.app.server.address() as AddressInfo;
    const common = { authorization: api.administrator, "content-type": "application/json" };
    const outgoing = request({
      port,
      host: "127.0.0.1",
      path,
      method: "POST",
      agent,
      headers: { ...common, ...headers },
    });
    const failed = once(outgoing, "error").then(([error]) => Promise.reject(error));
    failed.catch(() => undefined);
    for (let part = 0; part < 64; part += 1) outgoing.write("x".repeat(length / 64));
    const sent = once(outgoing, "finish");
    outgoing.end();
    const [response] = (await Promise.race([once(outgoing, "response"), failed])) as [IncomingMessage];
    response.resume();
    await Promise.race([Promise.all([once(response, "end"), sent]), failed]);
    return response.statusCode;
  }

  beforeAll(async () => {
    await api.app.listen({ port: 0, host: "127.0.0.1" });
  });

  test("[BE-01] are refused with a response that the sender can read, however much is in transit", async () => {
    for (let round = 0; round < 10; round += 1)
      for (const agent of [undefined, false] as const) {
        expect(await send("/users/create", { "content-length": length }, agent)).toBe(413);
        expect(await send("/users/create", {}, agent)).toBe(413);
      }
    const { as: authorization } = await personWith(api, ["AttachmentView"]);
    const form = {
      authorization,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": length,
    };
    for (let round = 0; round < 10; round += 1)
      for (const agent of [undefined, false] as const)
        expect(await send("/attachments", form, agent)).toBe(403);
  });

  test("[BE-01] headers that are too large get a response that says so", async () => {
    const { port } = api.app.server.address() as AddressInfo;
    for (const size of [50, 60, 200]) {
      const authorization = `Bearer ${"x".repeat(size * 1024)}`;
      const outgoing = request({ port, host: "127.0.0.1", path: "/user", headers: { authorization } }).end();
      const [response] = (await once(outgoing, "response")) as [IncomingMessage];
      const { code } = JSON.parse(await text(response));
      expect([size, response.statusCode, code]).toEqual([size, 431, "tooLarge"]);
    }
  });

  test("[BE-01] still close the connection if requested", async () => {
    const { port } = api.app.server.address() as AddressInfo;
    const head =
      "POST /users/create HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\n";
    const socket = connect(port, "127.0.0.1");
    socket.write(`${head}Content-Length: ${length}\r\n\r\n${"x".repeat(length / 2)}`);
    socket.write("x".repeat(length / 2));
    const began = performance.now();
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 415 /);
    // Before its idle timeout.
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test("[PM-02] a picture is not read without the permission", async () => {
    const { port } = api.app.server.address() as AddressInfo;
    const { as: authorization } = await personWith(api, ["UserView"]);
    for (const [path, as, status] of [
      [`/users/${randomUUID()}`, authorization, 403],
      ["/organisation-settings", authorization, 403],
      ["/user", undefined, 401],
    ] as const) {
      const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": length };
      const outgoing = request({
        port,
        host: "127.0.0.1",
        path,
        method: "PUT",
        agent: false,
        headers: { ...headers, ...(as && { authorization: as }) },
      });
      outgoing.on("error", () => undefined);
      outgoing.write("--x\r\n");
      const [response] = (await once(outgoing, "response")) as [IncomingMessage];
      expect([path, response.statusCode]).toEqual([path, status]);
      outgoing.destroy();
    }
  });
});
