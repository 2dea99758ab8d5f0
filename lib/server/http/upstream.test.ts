import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { send, type UpstreamRequest } from "./upstream";

let server: Server;
let base: string;
const sockets = new Set<Socket>();
let connections = 0;
/** Requests of each connection, by its number. */
const came: string[] = [];
let onData: (socket: Socket, data: string, connection: number) => void;

const responseOf = (body: string, more = "") =>
  `HTTP/1.1 200 OK\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;

beforeAll(async () => {
  server = createServer((socket) => {
    const connection = connections++;
    came[connection] = "";
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.setEncoding("latin1").on("data", (data: string) => {
      came[connection] += data;
      onData(socket, data, connection);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
});
beforeEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  connections = 0;
  came.length = 0;
  onData = (socket) => socket.write(responseOf("fine"));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const read: Omit<UpstreamRequest, "base"> = { method: "GET", path: "/x", headers: {}, isRead: true };
const write: Omit<UpstreamRequest, "base"> = { method: "PUT", path: "/x", headers: {}, isRead: false };
const ask = async (request: Omit<UpstreamRequest, "base">) => text((await send({ base, ...request })).body);

test("[ER-02] reads share a connection, and each write has its own", async () => {
  for (const request of [read, write, read, write, read]) expect(await ask(request)).toBe("fine");
  expect(came.map((one) => one.match(/^(?:GET|PUT)/gm))).toEqual([["GET", "GET", "GET"], ["PUT"], ["PUT"]]);
});

test("[ER-02] sends a body whole: in one piece, of known length, or chunked", async () => {
  const streamed = () => new PassThrough().end("some bytes");
  for (const body of [
    Buffer.from("some bytes"),
    { stream: streamed(), length: 10 },
    { stream: streamed() },
  ]) {
    const whole = Buffer.isBuffer(body) || body.length ? /some bytes$/ : /a\r\nsome bytes\r\n0\r\n\r\n$/;
    onData = (socket, _, connection) => {
      if (whole.test(came[connection] ?? "")) socket.write(responseOf("fine"));
    };
    expect(await ask({ ...write, body })).toBe("fine");
  }
  expect(came.map((one) => /content-length: 10|transfer-encoding: chunked/.exec(one)?.[0])).toEqual([
    "content-length: 10",
    "content-length: 10",
    "transfer-encoding: chunked",
  ]);
  onData = (socket) => socket.write(responseOf("fine"));
  expect(await ask({ ...write, body: Buffer.alloc(0) })).toBe("fine");
  expect(came.at(-1)).toMatch(/\r\ncontent-length: 0\r\n/);
});

test.each(["end", "destroy", "resetAndDestroy"] as const)(
  "[ER-02] retries a read once on a new connection if its own is being closed (%s)",
  async (close) => {
    expect(await ask(read)).toBe("fine");
    onData = (socket, _, connection) => {
      if (connection === 0) socket[close]();
      else socket.write(responseOf("again"));
    };
    expect(await ask(read)).toBe("again");
    expect(came).toHaveLength(2);
  },
);

test("[ER-02] does not retry a failure on a new connection, or of a write", async () => {
  onData = (socket) => socket.resetAndDestroy();
  for (const request of [read, write]) {
    came.length = 0;
    connections = 0;
    await expect(ask(request)).rejects.toMatchObject({ kind: "badGateway" });
    expect(came).toHaveLength(1);
  }
});

test("[ER-02] does not retry a read with an invalid response on a used connection, or an aborted one", async () => {
  const gone = new AbortController();
  const faults: ((socket: Socket) => void)[] = [
    (socket) => socket.write("nonsense\r\n\r\n"),
    (socket) => {
      gone.abort();
      socket.resetAndDestroy();
    },
  ];
  for (const fault of faults) {
    onData = (socket) => socket.write(responseOf("fine"));
    // The first connection is free again when the second request is answered.
    for (const request of [read, write]) expect(await ask(request)).toBe("fine");
    const before = connections;
    onData = fault;
    await expect(ask({ ...read, signal: gone.signal })).rejects.toMatchObject({ name: "UpstreamError" });
    expect(connections).toBe(before);
  }
});

test("[ER-02] an unreachable API is away, and one with too large headers is invalid", async () => {
  const none = createServer().listen(0, "127.0.0.1");
  await once(none, "listening");
  const { port } = none.address() as AddressInfo;
  await new Promise((resolve) => none.close(resolve));
  for (const request of [read, write])
    await expect(send({ ...request, base: `http://127.0.0.1:${port}` })).rejects.toMatchObject({
      kind: "unavailable",
    });
  onData = (socket) => socket.write(responseOf("fine", `X-Long: ${"x".repeat(60_000)}\r\n`));
  expect(await ask(read)).toBe("fine");
  onData = (socket) => socket.write(responseOf("fine", `X-Long: ${"x".repeat(70_000)}\r\n`));
  await expect(ask(read)).rejects.toMatchObject({ kind: "badGateway" });
});

test("[OP-02] sends a call again, with its body, if no connection to the API could be opened", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const failed = "undici:client:connectError";
  for (const request of [read, write, { ...write, body: { stream: new PassThrough().end("a body") } }]) {
    const other = createServer((socket) => {
      let got = "";
      socket.setEncoding("latin1").on("data", (data) => {
        got += data;
        if (!request.body || got.endsWith("0\r\n\r\n"))
          socket.end(responseOf(got.includes("a body") ? "body" : "none"));
      });
    });
    // Another process takes over the address.
    const takeOver = () => other.listen(port, "127.0.0.1");
    subscribe(failed, takeOver);
    const response = await send({ ...request, base: `http://127.0.0.1:${port}` });
    unsubscribe(failed, takeOver);
    expect(await text(response.body)).toBe(request.body ? "body" : "none");
    await new Promise((resolve) => other.close(resolve));
  }
});

test("[ER-02] joins the base address and path with one slash, and keeps the base's origin", async () => {
  expect(await text((await send({ ...read, base: `${base}//` })).body)).toBe("fine");
  expect(came.join("")).toMatch(/^GET \/base\/x HTTP/);
});

test("[AU-02] a split response, or bytes after a response, close the connection", async () => {
  for (const more of [responseOf("another's"), "garbage", "\r\n\r\n"]) {
    const used = connections;
    onData = (socket) => socket.write(responseOf("fine") + more);
    expect(await ask(read)).toBe("fine");
    onData = (socket) => socket.write(responseOf("own"));
    expect(await ask(read)).toBe("own");
    expect(connections).toBeGreaterThan(used);
  }
});

test("[ER-02] does not use an idle connection that the API closes after a second", async () => {
  onData = (socket) =>
    socket.write(responseOf("fine", "Connection: keep-alive\r\nKeep-Alive: timeout=1\r\n"));
  for (let round = 0; round < 3; round += 1) expect(await ask(read)).toBe("fine");
  expect(connections).toBe(3);
});

test("[ER-02] a response before the end of a body does not abort the request", async () => {
  onData = (socket) => socket.end("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\n{}");
  const stream = new PassThrough();
  stream.write("a part");
  const response = await send({ base, ...write, body: { stream, length: 1_000_000 } });
  expect([response.status, await text(response.body)]).toEqual([413, "{}"]);
  expect(stream.destroyed).toBe(false);
});

test("[ER-02] discards the rest of a body after an early response, for later requests", async () => {
  onData = (socket) => socket.end("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\n{}");
  const stream = new PassThrough();
  const ended = once(stream, "end");
  stream.write("a part");
  const response = await send({ base, ...write, body: { stream, length: 10_000_000 } });
  expect(await text(response.body)).toBe("{}");
  for (let part = 0; part < 100; part += 1)
    if (!stream.write("x".repeat(100_000))) await once(stream, "drain");
  stream.end();
  await ended;
});

test.each([
  ["shorter", "abc", 5],
  ["longer", "abcdefgh", 5],
])("[AU-02] a body %s than declared fails, and is not read as a request", async (_, bytes, length) => {
  onData = () => undefined;
  const stream = new PassThrough();
  stream.end(bytes);
  await expect(send({ base, ...write, body: { stream, length } })).rejects.toMatchObject({
    kind: "badGateway",
  });
  expect(came.join("").match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThanOrEqual(1);
});

test("[ER-02] a disconnected client aborts the call", async () => {
  const gone = new AbortController();
  const closed = new Promise<void>((resolve) => {
    onData = (socket) => {
      socket.once("close", () => resolve());
      gone.abort();
    };
  });
  await expect(send({ base, ...write, signal: gone.signal })).rejects.toMatchObject({
    name: "UpstreamError",
  });
  await closed;
});

test.each([
  ["transfer-encoding", { "transfer-encoding": "chunked" }],
  ["a line break", { lang: "de\r\nx: y" }],
])("[AU-02] no header can inject %s", async (_, headers) => {
  onData = (socket) => socket.write(responseOf("fine"));
  await expect(send({ base, ...read, headers })).rejects.toMatchObject({ kind: "badGateway" });
  expect(came.join("")).toBe("");
});

test("[AU-02] omits a length without a body", async () => {
  expect(await ask({ ...read, headers: { "content-length": "3" } })).toBe("fine");
  expect(came.join("")).not.toMatch(/content-length/i);
});

test("[AU-02] a path cannot break out of the request line", async () => {
  for (const path of ["/x HTTP/1.1\r\nHost: y\r\n\r\n", "/x y", "/\u0100"])
    await expect(send({ base, ...read, path })).rejects.toMatchObject({ kind: "badGateway" });
  expect(came.join("")).toBe("");
});
