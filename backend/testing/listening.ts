import type { FastifyInstance } from "fastify";
import type { Method } from "../../lib/contract/endpoint";
import type { TestApi } from "./api";

export interface HttpResponse {
  status: number;
  text: string;
  /** The stable code of an error; undefined for other responses. */
  code?: string;
}

export interface HttpRequest {
  method: Method;
  /** The Authorization header; undefined: anonymous. */
  as?: string;
  /** Sends forms unchanged, other bodies as JSON. */
  body?: unknown;
}

/** Sends a request to a listening API over a new connection, as programs do. */
export type Ask = (path: string, request: HttpRequest) => Promise<HttpResponse>;

/** Makes an API listen on a free port of this machine until it is closed. */
export async function listening({ app }: Pick<TestApi, "app"> | { app: FastifyInstance }): Promise<Ask> {
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return async (path, { method, as, body }) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        // The same for all, so that otherwise equal responses are equal.
        "x-request-id": "test",
        ...(as && { authorization: as }),
        ...(body !== undefined && !(body instanceof FormData) && { "content-type": "application/json" }),
      },
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, text, code: response.ok ? undefined : codeOf(text) };
  };
}

function codeOf(text: string): string | undefined {
  try {
    return JSON.parse(text).code;
  } catch {
    return undefined;
  }
}
