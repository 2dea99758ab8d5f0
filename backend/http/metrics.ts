import type { FastifyInstance, FastifyRequest, FastifySchema, onRequestAsyncHookHandler } from "fastify";
import { metrics, observe, readWith } from "@/lib/server/telemetry/metrics";
import { metricsText } from "@/lib/server/telemetry/runtime";
import { now, recordSpan } from "@/lib/server/telemetry/spans";
import { continueTrace, runInTrace } from "@/lib/server/telemetry/trace-context";
import type { TraceContext } from "@/lib/server/telemetry/types";

interface Measured {
  trace: TraceContext;
  startedAt: number;
}

/**
 * Measures each request: as a span that continues the caller's trace, and as a metric by route and status. Serves
 * /metrics in the Prometheus text format, behind a guard.
 */
export function measureRequests(app: FastifyInstance, guard: onRequestAsyncHookHandler): void {
  const measured = new WeakMap<FastifyRequest, Measured>();
  let active = 0;
  readWith(metrics.activeRequests, () => active);
  app.addHook("onRequest", (request, _, done) => {
    active += 1;
    const trace = continueTrace(request.headers.traceparent?.toString());
    trace.route = routeOf(request);
    measured.set(request, { trace, startedAt: now() });
    runInTrace(trace, done);
  });
  // The body is read in the context of the connection.
  app.addHook("preValidation", (request, _, done) => {
    const { trace } = measured.get(request) ?? {};
    if (trace) runInTrace(trace, done);
    else done();
  });
  const end = (request: FastifyRequest, status: number, milliseconds: number) => {
    const begun = measured.get(request);
    if (!begun) return;
    measured.delete(request);
    active -= 1;
    const { method } = request;
    const route = routeOf(request);
    const attributes = {
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
    };
    observe(metrics.serverRequest, attributes, milliseconds / 1000);
    runInTrace(begun.trace, () =>
      request.log.info({ method, route, status, ms: Math.round(milliseconds) }, "answered"),
    );
    recordSpan(begun.trace, {
      name: `${method} ${route}`,
      kind: "server",
      startedAt: begun.startedAt,
      attributes,
      isFailed: status >= 500,
    });
  };
  app.addHook("onResponse", async (request, reply) => end(request, reply.statusCode, reply.elapsedTime));
  app.get("/metrics", { onRequest: guard, schema: { hide: true } as FastifySchema }, async (_, reply) => {
    const { type, text } = await metricsText();
    reply.type(type);
    return text;
  });
}

/** The pattern, not the address: one series per route however many records exist. */
const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? "unknown";
