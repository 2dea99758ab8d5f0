import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { measureCall, traceCall } from "./calls";
import { logAsJson } from "./console-lines";
import { metrics, observe, prometheusName } from "./metrics";
import { otlpMetrics, startOtlp } from "./otlp";
import { metricsJson, metricsText } from "./runtime";
import { readOtlp } from "./settings";
import { recordSpan } from "./spans";
import { telemetry } from "./state";
import { continueTrace, currentTrace, runInTrace, traceparentOf } from "./trace-context";
import type { Span } from "./types";

const service = { name: "hub-test", version: "1.2.3" };
const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";

afterEach(() => {
  telemetry.sink = undefined;
  telemetry.ratio = 1;
  vi.restoreAllMocks();
});

test("[OP-05] a valid traceparent is continued with a new span, and none is invented from an invalid one", () => {
  const continued = continueTrace(`00-${traceId}-${parentId}-01`);
  expect(continued).toMatchObject({ traceId, parentId });
  expect(continued.spanId).not.toBe(parentId);
  expect(traceparentOf(continued)).toBe(`00-${traceId}-${continued.spanId}-00`);
  for (const invalid of [
    ...[undefined, "", "junk", `ff-${traceId}-${parentId}-01`, `00-${"0".repeat(32)}-${parentId}-01`],
    ...[
      `00-${traceId.toUpperCase()}-${parentId}-01`,
      `00-${traceId}-${"0".repeat(16)}-01`,
      `00-${traceId}-01`,
    ],
  ]) {
    const begun = continueTrace(invalid);
    expect(begun.traceId).toMatch(/^[\da-f]{32}$/);
    expect([invalid, begun.traceId === traceId, begun.parentId]).toEqual([invalid, false, undefined]);
  }
});

test("[OP-05] traces are exported by the share of their ids, whatever the caller's flag says", () => {
  telemetry.sink = () => undefined;
  telemetry.ratio = 0.25;
  const isSampled = (start: string) =>
    continueTrace(`00-${traceId.slice(0, -8)}${start.padEnd(8, "0")}-${parentId}-01`).isSampled;
  expect(["0", "3f", "41", "f"].map(isSampled)).toEqual([true, true, false, false]);
});

test("[OP-05] a call to the API carries the running trace, one to a provider does not", async () => {
  const trace = continueTrace(`00-${traceId}-${parentId}-01`);
  const sent: Record<string, string>[] = [];
  const send = async (headers: Record<string, string>) => {
    sent.push(headers);
    return { status: 200 };
  };
  await runInTrace(trace, async () => {
    await measureCall({ peer: "api", method: "GET" }, send);
    await measureCall({ peer: "identity-provider", method: "GET" }, send);
    expect(currentTrace()).toBe(trace);
  });
  expect(sent).toEqual([{ traceparent: expect.stringMatching(`^00-${traceId}-[0-9a-f]{16}-00$`) }, {}]);
  const { text } = await metricsText();
  expect(text).toContain(
    'http_client_request_duration_seconds_count{http_request_method="GET",peer_service="api"',
  );
});

test("[OP-05] the standard variables say where to export, and nothing is exported without an address", () => {
  expect(readOtlp({}, service)).toBeUndefined();
  expect(readOtlp({ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, service)).toBeUndefined();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" };
  expect(readOtlp({ ...endpoint, OTEL_SDK_DISABLED: "true" }, service)).toBeUndefined();
  expect(
    readOtlp(
      {
        ...endpoint,
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/x",
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20a, x-scope = b",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
        OTEL_SERVICE_NAME: "own",
      },
      service,
    ),
  ).toMatchObject({
    traces: "https://traces.example/x",
    metrics: "http://collector:4318/v1/metrics",
    headers: { authorization: "Bearer a", "x-scope": "b" },
    resource: {
      "service.name": "own",
      "service.version": "1.2.3",
      "deployment.environment.name": "test",
    },
  });
  expect(readOtlp({ ...endpoint, OTEL_METRICS_EXPORTER: "none" }, service)?.metrics).toBeUndefined();
});

test("[OP-05] spans and metrics arrive at a collector in OTLP, also after it was away", async () => {
  const received: { path: string; headers: unknown; body: never }[] = [];
  let status = 503;
  const collector = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { url: path = "", headers } = request;
    received.push({ path, headers, body: JSON.parse(Buffer.concat(parts).toString()) as never });
    response.writeHead(status).end("{}");
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  const settings = readOtlp(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: "x-scope=hub",
      OTEL_BSP_SCHEDULE_DELAY: "3600000",
      OTEL_METRIC_EXPORT_INTERVAL: "3600000",
    },
    service,
  );
  if (!settings) throw new Error("no settings");
  const warnings: string[] = [];
  const flush = startOtlp(settings, (line) => warnings.push(line));
  const trace = continueTrace(`00-${traceId}-${parentId}-01`);
  expect(trace.isSampled).toBe(true);
  recordSpan(trace, { name: "GET /x", kind: "server", startedAt: 1.5, attributes: { "http.route": "/x" } });
  await flush();
  expect(warnings).toEqual([expect.stringContaining("status 503")]);
  status = 200;
  received.length = 0;
  await flush();
  await flush();
  collector.close();
  expect(received.map(({ path }) => path)).toEqual(["/v1/traces", "/v1/metrics", "/v1/metrics"]);
  expect(received[0]).toMatchObject({
    headers: { "x-scope": "hub", "content-type": "application/json" },
    body: {
      resourceSpans: [
        {
          resource: {
            attributes: expect.arrayContaining([{ key: "service.name", value: { stringValue: "hub-test" } }]),
          },
          scopeSpans: [
            {
              spans: [
                {
                  ...{ traceId, spanId: trace.spanId, parentSpanId: parentId, name: "GET /x", kind: 2 },
                  startTimeUnixNano: "1500000",
                  attributes: [{ key: "http.route", value: { stringValue: "/x" } }],
                },
              ],
            },
          ],
        },
      ],
    },
  });
});

test("[OP-05] a histogram is exported with the count of each bucket", async () => {
  const attributes = {
    "http.request.method": "GET",
    "http.route": "/test",
    "http.response.status_code": 200,
  };
  for (const seconds of [0.001, 0.02, 0.02, 60]) observe(metrics.serverRequest, attributes, seconds);
  const exported = otlpMetrics(await metricsJson(), 0, 1);
  const found = exported.find(({ name }) => name === "http.server.request.duration") as unknown as {
    histogram: { dataPoints: { bucketCounts: string[]; explicitBounds: number[]; attributes: unknown[] }[] };
  };
  const point = found.histogram.dataPoints.find((one) => JSON.stringify(one.attributes).includes("/test"));
  expect(point).toMatchObject({ count: "4", sum: 60.041 });
  expect(point?.bucketCounts).toEqual(["1", "0", "2", ...Array(11).fill("0"), "1"]);
  expect(point?.explicitBounds).toHaveLength(14);
});

test("[OP-05] the text for Prometheus has the conventions' names, and the runtime's values", async () => {
  const { text } = await metricsText();
  for (const metric of [metrics.delayP99, metrics.memory, metrics.cpu, metrics.heapUsed, metrics.uptime])
    expect(text).toMatch(new RegExp(`^${prometheusName(metric)}(?:\\{[^}]*\\})? [\\d.]`, "m"));
  expect(prometheusName(metrics.serverRequest)).toBe("http_server_request_duration_seconds");
  expect(prometheusName(metrics.logMessages)).toBe("hub_log_messages_total");
});

test("[OP-05] lines of the console are pino's format with the trace's ids, without credentials, by level", () => {
  const original = { ...console };
  const lines: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  try {
    logAsJson("warn");
    console.log("not written");
    runInTrace(continueTrace(`00-${traceId}-${parentId}-01`), () =>
      console.warn("provider: %s", "Bearer abcdefghijklmnop", new Error("why")),
    );
  } finally {
    Object.assign(console, original);
    logAsJson("silent");
    Object.assign(console, original);
  }
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 40,
    pid: process.pid,
    trace_id: traceId,
    msg: expect.stringMatching(/^provider: Bearer \[hidden\] Error: why/),
  });
});

test("[OP-05] a call by another protocol is a span of the running request", async () => {
  const spans: Span[] = [];
  telemetry.sink = (span) => spans.push(span);
  const trace = continueTrace(`00-${traceId}-${parentId}-01`);
  await runInTrace(trace, async () => {
    expect(await traceCall("mail-server", async () => "sent")).toBe("sent");
    await expect(traceCall("mail-server", () => Promise.reject(new TypeError("full")))).rejects.toThrow(
      "full",
    );
  });
  expect(spans).toMatchObject([
    { name: "mail-server", isFailed: false, context: { traceId, parentId: trace.spanId } },
    { name: "mail-server", isFailed: true, attributes: { "error.type": "TypeError" } },
  ]);
});
