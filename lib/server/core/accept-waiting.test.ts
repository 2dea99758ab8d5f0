import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { acceptWaiting } from "./accept-waiting.mjs";

test("[OP-02] connections that are established before the close are accepted", async () => {
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    socket.end("served");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: 50 }, () => connect(port, "127.0.0.1"));
  const answers = clients.map(async (client) => {
    let text = "";
    client.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    client.on("error", (error) => {
      text = error.message;
    });
    await once(client, "close");
    return text;
  });
  // Established by the system, and not accepted yet.
  await Promise.all(clients.map((client) => once(client, "connect")));
  expect(accepted).toBeLessThan(clients.length);
  await acceptWaiting(server);
  server.close();
  expect(await Promise.all(answers)).toEqual(clients.map(() => "served"));
});
