import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A request as received, byte for byte. */
export interface Arrived {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Number of the connection from 0, and of earlier requests on it. */
  connection: number;
  before: number;
}

/** Returns a response; `undefined` closes the connection. `now`: before the body is read. */
export type Answer = (request: Arrived) => string | undefined;

/**
 * An API with a strict parser: headers, and a body only with a single framing. Further bytes on a connection are the next
 * request, or recorded as odd if invalid.
 */
export interface StrictApi {
  address: string;
  arrived: Arrived[];
  odd: string[];
  answer: Answer;
  stop(): Promise<void>;
}

export async function startStrictApi(): Promise<StrictApi> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // Ignores errors of closed connections.
    socket.on("error", () => undefined);
    read(socket, api, connections++);
  }).listen(0);
  await once(server, "listening");
  const api: StrictApi = {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    arrived: [],
    odd: [],
    answer: usual,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return api;
}

/** A response that names the caller, so that misdelivery shows. */
const usual: Answer = ({ method, path, headers }) => {
  if (path === "/auth" && method === "GET") return jsonResponse(JSON.stringify(whoOf(headers)));
  return jsonResponse(JSON.stringify({ who: whoOf(headers), id: headers["x-request-id"] }));
};

export function jsonResponse(body: string, status = "200 OK", more = ""): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** The user name in a Basic authorization. */
function whoOf({ authorization = "" }: Record<string, string>): string {
  return (
    Buffer.from(authorization.replace(/^Basic /, ""), "base64")
      .toString()
      .split(":")[0] ?? ""
  );
}

function read(socket: Socket, api: StrictApi, connection: number): void {
  let rest = "";
  let before = 0;
  socket.setEncoding("latin1").on("data", (part) => {
    rest += part;
    for (;;) {
      const found = requestIn(rest);
      if (found === undefined) return;
      if (found === "odd") {
        api.odd.push(rest);
        socket.destroy();
        return;
      }
      rest = rest.slice(found.size);
      const request = { ...found.request, connection, before };
      before += 1;
      api.arrived.push(request);
      const answer = api.answer(request);
      if (answer === undefined) return void socket.destroy();
      socket.write(answer, "latin1");
    }
  });
}

type Found = { request: Omit<Arrived, "connection" | "before">; size: number };

/** The first request in the bytes; undefined while incomplete. */
function requestIn(bytes: string): Found | "odd" | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (bytes.length > 0 && !/^[A-Z]/.test(bytes)) return "odd";
  if (end === -1) return undefined;
  const [line = "", ...lines] = bytes.slice(0, end).split("\r\n");
  const [, method = "", path = ""] = /^([A-Z]+) (\/\S*) HTTP\/1\.1$/.exec(line) ?? [];
  const headers: Record<string, string> = {};
  for (const each of lines) {
    const [, name = "", value = ""] = /^([\w-]+): (.*)$/.exec(each) ?? [];
    if (!name || name.toLowerCase() in headers) return "odd";
    headers[name.toLowerCase()] = value;
  }
  const { "content-length": length, "transfer-encoding": coding } = headers;
  const isFramed = length === undefined || coding === undefined;
  if (!method || !isFramed || !/^\d+$/.test(length ?? "0") || (coding ?? "chunked") !== "chunked")
    return "odd";
  const start = end + 4;
  const body = coding
    ? chunksIn(bytes.slice(start))
    : { text: bytes.slice(start, start + Number(length ?? 0)) };
  if (body === "odd" || body === undefined) return body;
  if (!coding && body.text.length < Number(length ?? 0)) return undefined;
  const size = start + ("size" in body ? Number(body.size) : body.text.length);
  return { request: { method, path, headers, body: body.text }, size };
}

function chunksIn(bytes: string): { text: string; size: number } | "odd" | undefined {
  let text = "";
  for (let at = 0; ; ) {
    const end = bytes.indexOf("\r\n", at);
    if (end === -1) return undefined;
    const line = bytes.slice(at, end);
    if (!/^[0-9a-f]+$/i.test(line)) return "odd";
    const size = Number.parseInt(line, 16);
    const next = end + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (bytes.slice(next - 2, next) !== "\r\n") return "odd";
    text += bytes.slice(end + 2, next - 2);
    if (size === 0) return { text, size: next };
    at = next;
  }
}
