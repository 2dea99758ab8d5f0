import { afterAll, expect, test } from "vitest";
import { telemetry } from "@/lib/server/telemetry/state";
import type { Span } from "@/lib/server/telemetry/types";
import { watchSlowStatements } from "../database/measure";
import { describeApi } from "../testing/api";
import { makeLogger } from "./logger";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

describeApi("telemetry", (api) => {
  afterAll(() => {
    telemetry.sink = undefined;
    watchSlowStatements(undefined);
  });

  test("[OP-05] a request's metric has the pattern of its route, not its address", async () => {
    const as = api.administrator;
    const { body } = await api.request("/users", { as });
    const [{ userId }] = body.list;
    await api.request(`/users/${userId}`, { as });
    await api.request("/nothing-here", { as });
    const { text } = await api.request("/metrics");
    expect(text).toMatch(
      /^http_server_request_duration_seconds_count\{http_request_method="GET",http_route="\/users\/:userId",http_response_status_code="200"\} \d/m,
    );
    expect(text).toMatch(
      /^db_client_operation_duration_seconds_count\{db_system_name="postgresql",db_operation_name="SELECT"\} \d/m,
    );
    expect(text).toMatch(/^hub_queue_length\{hub_queue_name="database"\} \d/m);
    expect(text).not.toContain(userId);
    expect(text).not.toContain("nothing-here");
  });

  test("[OP-05] a trace goes from the caller's span over the request's to those of its statements", async () => {
    const spans: Span[] = [];
    telemetry.sink = (span) => void spans.push(span);
    await api.request("/users?phrase=a-secret-phrase", { as: api.administrator, headers: { traceparent } });
    await expect.poll(() => spans.some(({ kind }) => kind === "server")).toBe(true);
    telemetry.sink = undefined;
    expect(new Set(spans.map(({ context }) => context.traceId))).toEqual(new Set([traceId]));
    const request = spans.find(({ kind }) => kind === "server");
    expect(request).toMatchObject({ name: "GET /users", context: { parentId: "b7ad6b7169203331" } });
    const statements = spans.filter(({ kind }) => kind === "client");
    expect(statements.length).toBeGreaterThan(0);
    expect(new Set(statements.map(({ context }) => context.parentId))).toEqual(
      new Set([request?.context.spanId]),
    );
    expect(JSON.stringify(spans)).not.toContain("a-secret-phrase");
  });

  test("[OP-05] the trace reaches the statements of a request with a body", async () => {
    const spans: Span[] = [];
    telemetry.sink = (span) => void spans.push(span);
    await api.request("/roles", {
      ...{ method: "POST", as: api.administrator, headers: { traceparent } },
      body: { roleName: "traced", isDefault: false },
    });
    telemetry.sink = undefined;
    expect(spans.some(({ attributes }) => attributes["db.operation.name"] === "INSERT")).toBe(true);
  });

  test("[OP-05] a slow statement is reported with its route and without its values", async () => {
    const slow: object[] = [];
    watchSlowStatements({ ms: 0, report: (one) => slow.push(one) });
    await api.request("/users?phrase=a-secret-phrase", { as: api.administrator });
    watchSlowStatements(undefined);
    expect(slow).toContainEqual(expect.objectContaining({ route: "/users", ms: expect.any(Number) }));
    expect(JSON.stringify(slow)).not.toContain("a-secret-phrase");
  });

  test("[OP-05] log lines of a request have the ids of its trace", async () => {
    const lines: string[] = [];
    const logger = makeLogger("info", { write: (line) => void lines.push(line) });
    const { runInTrace, continueTrace } = await import("@/lib/server/telemetry/trace-context");
    runInTrace(continueTrace(traceparent), () => logger.info("inside"));
    logger.info("outside");
    const [inside, outside] = lines.map((line) => JSON.parse(line) as object);
    expect(inside).toMatchObject({ trace_id: traceId, span_id: expect.any(String) });
    expect(outside).not.toHaveProperty("trace_id");
  });
});
