import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { describeApi } from "../testing/api";

describeApi("bodies that are too large", (api) => {
  test("[BE-01] are refused so that the sender hears it, however much of them is still on its way", async () => {
    await api.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = api.app.server.address() as AddressInfo;
    const send = async (headers: Record<string, string | number>) => {
      const outgoing = request({
        port,
        host: "127.0.0.1",
        path: "/users/create",
        method: "POST",
        headers: { authorization: api.administrator, "content-type": "application/json", ...headers },
      });
      for (let part = 0; part < 64; part += 1) outgoing.write("x".repeat(64 * 1024));
      outgoing.end();
      const [response] = (await once(outgoing, "response")) as [IncomingMessage];
      response.resume();
      await once(response, "end");
      return response.statusCode;
    };
    for (let round = 0; round < 10; round += 1) {
      expect(await send({ "content-length": 64 * 64 * 1024 })).toBe(413);
      expect(await send({})).toBe(413);
    }
  });
});
