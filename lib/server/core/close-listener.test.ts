import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { closeWhenAccepted } from "./close-listener.mjs";

const head = "GET / HTTP/1.1\r\nhost: test\r\n\r\n";

async function startServer() {
  const server = createServer((_, response) => {
    response.shouldKeepAlive = false;
    response.end("served");
  });
  const closeListener = closeWhenAccepted(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, closeListener, port: (server.address() as AddressInfo).port };
}

/** Sends a request over a new connection. @returns the response's body, or the code of the error */
async function ask(port: number): Promise<string> {
  const client = connect(port, "127.0.0.1", () => client.write(head));
  let text = "";
  client.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  client.on("error", (error: NodeJS.ErrnoException) => {
    text = error.code ?? "";
  });
  await new Promise((resolve) => client.once("close", resolve));
  return text.split("\r\n\r\n")[1] ?? text;
}

test("[OP-02] connections that are established before the close are served", async () => {
  const { closeListener, port, server } = await startServer();
  const answers = Array.from({ length: 50 }, () => ask(port));
  // Established by the system; most are not accepted yet.
  await once(server, "connection");
  await closeListener();
  expect(await Promise.all(answers)).toEqual(answers.map(() => "served"));
});

test("[OP-02] a busy server that closes serves each connection, or refuses it", async () => {
  const { closeListener, port, server } = await startServer();
  let isClosed = false;
  const busy = setInterval(() => {
    const end = performance.now() + 3;
    while (performance.now() < end);
  });
  const answers: string[] = [];
  const visit = async () => {
    while (!isClosed) answers.push(await ask(port));
  };
  const visits = [visit(), visit(), visit()];
  const closed = once(server, "close");
  await closeListener();
  await closed;
  isClosed = true;
  await Promise.all(visits);
  clearInterval(busy);
  expect(answers.length).toBeGreaterThan(10);
  expect(answers.filter((answer) => answer !== "served" && answer !== "ECONNREFUSED")).toEqual([]);
});
