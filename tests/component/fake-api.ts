import { expect } from "vitest";
import type { EndpointDeclaration, Method, ResponseOf } from "@/lib/contract/endpoint";

/** One call as the BFF would receive it. */
export interface ReceivedCall {
  method: Method;
  /** Below `/api`, such as `/dictionaries/roles`. */
  path: string;
  query: URLSearchParams;
  /** The JSON body. */
  body: unknown;
}

type Responder<E extends EndpointDeclaration> = (
  call: ReceivedCall,
) => ResponseOf<E> | Response | Promise<ResponseOf<E> | Response>;

interface Route {
  endpoint: EndpointDeclaration;
  pattern: RegExp;
  answer: (call: ReceivedCall) => Promise<Response>;
}

/** Replaces the BFF: answers contract calls as the test defines, and fails the test on any other call. */
export class FakeApi {
  /** The calls so far. */
  readonly calls: ReceivedCall[] = [];
  private readonly unknown: string[] = [];
  private routes: Route[] = [];

  /**
   * Sets the response of an endpoint, replacing an earlier one: data validated against the contract, or a `Response` for an
   * error.
   */
  answer<E extends EndpointDeclaration>(endpoint: E, respond: Responder<E>): void {
    const pattern = new RegExp(`^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`);
    const route: Route = {
      endpoint,
      pattern,
      async answer(call) {
        const given = await respond(call);
        return given instanceof Response ? given : Response.json(endpoint.response.parse(given));
      },
    };
    this.routes = [route, ...this.routes];
  }

  /** Returns the current responder of an endpoint, for tests that override some of its calls. */
  responderOf(endpoint: EndpointDeclaration): Route["answer"] {
    const route = this.routes.find((candidate) => candidate.endpoint === endpoint);
    if (!route) throw new Error(`Nothing is answered to ${endpoint.method} ${endpoint.path}`);
    return route.answer;
  }

  /** Replaces the browser's `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const call: ReceivedCall = {
      method: request.method as Method,
      path: pathname.replace(/^\/api/, ""),
      query: searchParams,
      body: text === "" ? undefined : JSON.parse(text),
    };
    this.calls.push(call);
    const route = this.routes.find(
      ({ endpoint, pattern }) => endpoint.method === call.method && pattern.test(call.path),
    );
    if (route) return abortable(route.answer(call), request.signal);
    this.unknown.push(`${call.method} ${pathname}`);
    return new Response(null, { status: 404 });
  };

  /** Returns the last call of an endpoint without path parameters. */
  last({ method, path }: EndpointDeclaration): ReceivedCall | undefined {
    return this.calls.findLast((call) => call.method === method && call.path === path);
  }

  expectNoUnknownCalls(): void {
    expect(this.unknown, "calls that the test gives no answer for").toEqual([]);
  }
}

/** Rejects on abort, like `fetch`. */
function abortable(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    answer.then(resolve, reject);
  });
}

/** Returns a page of rows like a server: filtered by phrase, sorted and paged. */
export function listOf<Row extends object>(rows: readonly Row[], { query }: ReceivedCall) {
  const given = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  const phrase = (given.get("phrase") ?? "").toLowerCase();
  const found = rows.filter((row) =>
    Object.values(row).some((value) => typeof value === "string" && value.toLowerCase().includes(phrase)),
  );
  const by = given.get("sortby") as keyof Row | undefined;
  const direction = given.get("sortdir") === "desc" ? -1 : 1;
  if (by) found.sort((one, other) => direction * String(one[by]).localeCompare(String(other[by])));
  const limit = Number(given.get("pagelimit") ?? 10);
  const from = (Number(given.get("page") ?? 1) - 1) * limit;
  return { list: limit < 0 ? found : found.slice(from, from + limit), totalCount: found.length };
}
