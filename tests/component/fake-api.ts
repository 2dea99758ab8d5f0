import { expect } from "vitest";
import type { EndpointDeclaration, Method, ResponseOf } from "@/lib/contract/endpoint";

/** One call as the BFF would get it. */
export interface Heard {
  method: Method;
  /** Below `/api`, such as `/dictionaries/roles`. */
  path: string;
  query: URLSearchParams;
  /** The JSON that was sent. */
  body: unknown;
}

type Responder<E extends EndpointDeclaration> = (
  heard: Heard,
) => ResponseOf<E> | Response | Promise<ResponseOf<E> | Response>;

interface Route {
  endpoint: EndpointDeclaration;
  pattern: RegExp;
  answer: (heard: Heard) => Promise<Response>;
}

/** Stands in for the BFF: answers calls of the contract with what the test says, and fails it on any other call. */
export class FakeApi {
  /** The calls so far. */
  readonly heard: Heard[] = [];
  private readonly unknown: string[] = [];
  private routes: Route[] = [];

  /**
   * Says what an endpoint answers, instead of what was said before: data of the shape that the contract promises,
   * which is checked, or a `Response`, where it is refused.
   */
  answer<E extends EndpointDeclaration>(endpoint: E, respond: Responder<E>): void {
    const pattern = new RegExp(`^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`);
    const route: Route = {
      endpoint,
      pattern,
      async answer(heard) {
        const given = await respond(heard);
        return given instanceof Response ? given : Response.json(endpoint.response.parse(given));
      },
    };
    this.routes = [route, ...this.routes];
  }

  /** What an endpoint answers as of now, for a test that says otherwise for some of its calls. */
  responderOf(endpoint: EndpointDeclaration): Route["answer"] {
    const route = this.routes.find((candidate) => candidate.endpoint === endpoint);
    if (!route) throw new Error(`Nothing is answered to ${endpoint.method} ${endpoint.path}`);
    return route.answer;
  }

  /** In the place of the browser's `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const heard: Heard = {
      method: request.method as Method,
      path: pathname.replace(/^\/api/, ""),
      query: searchParams,
      body: text === "" ? undefined : JSON.parse(text),
    };
    this.heard.push(heard);
    const route = this.routes.find(
      ({ endpoint, pattern }) => endpoint.method === heard.method && pattern.test(heard.path),
    );
    if (route) return abortable(route.answer(heard), request.signal);
    this.unknown.push(`${heard.method} ${pathname}`);
    return new Response(null, { status: 404 });
  };

  /** The last call of an endpoint whose path has no parameters. */
  last({ method, path }: EndpointDeclaration): Heard | undefined {
    return this.heard.findLast((heard) => heard.method === method && heard.path === path);
  }

  expectNoUnknownCalls(): void {
    expect(this.unknown, "calls that the test gives no answer for").toEqual([]);
  }
}

/** As `fetch` does, fails as soon as nobody waits any more. */
function abortable(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    answer.then(resolve, reject);
  });
}

/** The rows that a list answers, as servers do it: those with the phrase in one of their texts, sorted, a page of them. */
export function listOf<Row extends object>(rows: readonly Row[], { query }: Heard) {
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
