import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { closeStalledBody } from "./framing";

const limit = 100;
let stop = () => {};
afterEach(() => stop());

/** @returns everything received until the connection closes */
async function answerTo(bytes: string, listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    closeStalledBody(request, response, limit);
    listener(request, response);
  }).listen(0);
  stop = () => void server.close();
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port);
  socket.write(bytes);
  return text(socket);
}

const head = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n";

test("[AU-02] closes a connection whose body stalls", async () => {
  expect(await answerTo(`${head}{`, (request) => void request.resume())).toBe("");
});

test("[AU-02] waits for a slow response once the body is complete", async () => {
  const received = await answerTo(`${head}{}`, async (request, response) => {
    response.end((await text(request)) + (await wait(3 * limit, "!")));
  });
  expect(received).toMatch(/\{\}!$/);
});
