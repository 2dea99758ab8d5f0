import type { FastifyInstance, FastifySchema, onRequestAsyncHookHandler } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/**
 * Serves /metrics in the Prometheus text format, behind a guard: process metrics, and request durations by route and
 * status.
 */
export function measureRequests(app: FastifyInstance, guard: onRequestAsyncHookHandler): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request's arrival to the end of its answer.",
    labelNames: ["method", "route", "status"] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    // The pattern, not the address: one series per route however many records exist.
    const route = request.routeOptions.url ?? "unknown";
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/metrics", { onRequest: guard, schema: { hide: true } as FastifySchema }, async (_, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
}
