import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveConnection } from "./connection";
import { eventStream } from "./event-stream";
import type { Hub } from "./hub";

let server: Server;
let live: LiveConnection;

beforeEach(async () => {
  // Sockets have their own timers, which must keep running.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const hub = {
    connect: async (_: FastifyRequest, transport: never, onEnd: () => void) => {
      live = new LiveConnection(transport, onEnd);
      return { live };
    },
  } as unknown as Hub;
  server = createServer((request: IncomingMessage, raw: ServerResponse) => {
    const reply = { raw, getHeaders: () => ({}), hijack: () => undefined };
    void eventStream(hub, { raw: request } as FastifyRequest, reply as unknown as FastifyReply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

const opened = () =>
  new Promise<IncomingMessage>((resolve) => {
    get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" }, resolve).on("error", () => {});
  });

test("[HO-03] a stream lasts while its reader keeps reading", async () => {
  const response = await opened();
  let heard = "";
  response.setEncoding("utf8").on("data", (text) => {
    heard += text;
  });
  for (let round = 0; round < 3; round += 1) {
    live.write(`round ${round}`);
    await vi.waitUntil(() => heard.includes(`round ${round}`));
    vi.advanceTimersByTime(45_000);
  }
  live.write("the last");
  await vi.waitUntil(() => heard.includes("the last"));
  expect(live.isEnded).toBe(false);
});

test("[HO-03] a stalled reader is disconnected after a minute, with bounded output", async () => {
  const response = await opened();
  response.on("error", () => {});
  response.pause();
  const text = "x".repeat(60_000);
  let written = 0;
  const write = vi.spyOn(live, "write");
  // The sockets' own buffers depend on the system.
  for (; written < 1_000; written += 1) {
    live.write(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(write).toHaveBeenCalledTimes(1_000);
  expect(live.isEnded).toBe(false);
  vi.advanceTimersByTime(60_000);
  await vi.waitUntil(() => live.isEnded);
});
