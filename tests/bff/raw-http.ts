import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: unknown;
}

export interface RawRequest {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string;
  signal?: AbortSignal;
}

const agent = new Agent({ keepAlive: false });

/** Sends one request with the path as given: no URL normalisation, no redirects. */
export function raw(port: number, path: string, options: RawRequest = {}): Promise<RawResponse> {
  const { method = options.body === undefined ? "GET" : "POST", headers, body, signal } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, host: "localhost", port, path, method, headers, signal },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.once("error", reject);
        response.once("end", () => {
          const text = Buffer.concat(parts).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parse(text) });
        });
      },
    );
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

/** Sends raw bytes that node:http would refuse, and reads until the server closes. */
export function rawBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "localhost", () => socket.write(bytes));
    socket.setEncoding("utf8");
    socket.on("data", (part) => {
      text += part;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(text));
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The header that our own pages send with every call. */
export const own = { "x-csrf": "1" };

/** The `name=value` parts of the cookies set by a response. */
export function cookiesOf({ headers }: RawResponse): string {
  return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");
}

export function signIn(
  port: number,
  prefix: string,
  credentials: object,
  headers: Record<string, string> = {},
) {
  return raw(port, `${prefix}/api/auth/sign-in`, {
    headers: { ...own, "content-type": "application/json", ...headers },
    body: JSON.stringify(credentials),
  });
}
