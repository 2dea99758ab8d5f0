// See docs/decisions/0117.

import { labelOf, type Metric, metrics, prometheusName } from "./metrics";
import { metricsJson } from "./runtime";
import type { OtlpSettings } from "./settings";
import { telemetry } from "./state";
import type { Span } from "./types";

/** Maximum number of pending spans while the collector is unavailable; further ones are dropped. */
const mostWaiting = 10_000;
const mostAtOnce = 512;
/** Milliseconds for each of the last two calls. */
const lastTimeout = 500;

const scope = { name: "hub" };
const nanoseconds = (milliseconds: number) => String(BigInt(Math.round(milliseconds * 1000)) * 1000n);

const anyValue = (value: string | number) =>
  typeof value === "string"
    ? { stringValue: value }
    : Number.isInteger(value)
      ? { intValue: String(value) }
      : { doubleValue: value };

function attributesOf(attributes: Readonly<Record<string, string | number | undefined>>) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  );
}

const kinds = { server: 2, client: 3 } as const;
const failed = 2;

/** A span in the JSON encoding of OTLP 1. */
export function otlpSpan({ context, name, kind, startedAt, endedAt, attributes, isFailed }: Span) {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(context.parentId && { parentSpanId: context.parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(attributes),
    status: isFailed ? { code: failed } : {},
  };
}

type Read = Awaited<ReturnType<typeof metricsJson>>[number];
interface Value {
  value: number;
  labels: Record<string, string | number>;
  metricName?: string;
}

const cumulative = 2;

/** The current metrics in the JSON encoding of OTLP 1. */
export function otlpMetrics(read: readonly Read[], startedAt: number, at: number) {
  const times = { startTimeUnixNano: nanoseconds(startedAt), timeUnixNano: nanoseconds(at) };
  return Object.values<Metric>(metrics).flatMap((metric) => {
    const found = read.find(({ name }) => name === prometheusName(metric));
    if (!found) return [];
    const values = found.values as unknown as readonly Value[];
    const { name, unit, help: description } = metric;
    const points = () =>
      values.map(({ value, labels }) => ({ ...times, asDouble: value, attributes: named(metric, labels) }));
    const data =
      metric.kind === "histogram"
        ? {
            histogram: {
              aggregationTemporality: cumulative,
              dataPoints: histogramPoints(metric, values, times),
            },
          }
        : metric.kind === "counter"
          ? { sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints: points() } }
          : { gauge: { dataPoints: points() } };
    return [{ name, unit, description, ...data }];
  });
}

function named({ attributes }: Metric, labels: Value["labels"]) {
  return attributesOf(Object.fromEntries(attributes.map((name) => [name, labels[labelOf(name)]])));
}

/** One point for each combination of attributes, with counts of each bucket rather than up to it. */
function histogramPoints(metric: Metric, values: readonly Value[], times: object) {
  const points = new Map<string, { labels: Value["labels"]; upTo: number[]; sum: number; count: number }>();
  for (const { value, labels: all, metricName = "" } of values) {
    const { le, ...labels } = all;
    const key = JSON.stringify(Object.entries(labels).sort());
    const point = points.get(key) ?? { labels, upTo: [], sum: 0, count: 0 };
    points.set(key, point);
    if (metricName.endsWith("_sum")) point.sum = value;
    else if (metricName.endsWith("_count")) point.count = value;
    else point.upTo.push(value);
  }
  return [...points.values()].map(({ labels, upTo, sum, count }) => ({
    ...times,
    ...{ count: String(count), sum },
    explicitBounds: metric.buckets,
    bucketCounts: upTo.map((value, at) => String(value - (upTo[at - 1] ?? 0))),
    attributes: named(metric, labels),
  }));
}

/**
 * Exports spans and metrics to a collector until the process ends. A collector that is away costs neither a request nor
 * memory: spans wait for a while, then the newest are dropped.
 * @param warn reports the first failure of an outage
 * @returns sends the pending spans and a last reading of the metrics
 */
export function startOtlp(settings: OtlpSettings, warn: (line: string) => void): () => Promise<void> {
  const startedAt = Date.now();
  const resource = { attributes: attributesOf(settings.resource) };
  let { timeout } = settings;
  let waiting: Span[] = [];
  let isAway = false;

  const send = async (address: string, body: object): Promise<boolean> => {
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json", ...settings.headers },
        body: JSON.stringify(body),
        redirect: "error",
        signal: AbortSignal.timeout(timeout),
      });
      await response.body?.cancel();
      // Data that a collector refuses will be refused again.
      const isTaken = response.status < 500 && response.status !== 429;
      if (!response.ok) throw Object.assign(new Error(`status ${response.status}`), { isTaken });
      isAway = false;
      return true;
    } catch (error) {
      const { message, cause, isTaken = false } = error as Error & { isTaken?: boolean };
      const reason = cause instanceof Error ? cause.message : message;
      if (!isAway) warn(`telemetry cannot be exported to ${new URL(address).origin}: ${reason}`);
      isAway = true;
      return isTaken;
    }
  };

  const sendSpans = async () => {
    const { traces } = settings;
    while (traces && waiting.length > 0) {
      const spans = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      const body = { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(otlpSpan) }] }] };
      if (await send(traces, body)) continue;
      waiting = [...spans, ...waiting].slice(0, mostWaiting);
      return;
    }
  };

  const sendMetrics = async () => {
    if (!settings.metrics) return;
    const current = otlpMetrics(await metricsJson(), startedAt, Date.now());
    await send(settings.metrics, {
      resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: current }] }],
    });
  };

  let sending = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    // A reader of a metric may throw, such as after its connection was closed.
    sending = sending
      .then(work)
      .catch((error: Error) => warn(`telemetry could not be collected: ${error.message}`));
    return sending;
  };
  if (settings.traces) {
    telemetry.ratio = settings.ratio;
    telemetry.sink = (span) => void (waiting.length < mostWaiting && waiting.push(span));
    setInterval(() => void inTurn(sendSpans), settings.traceInterval).unref();
  }
  if (settings.metrics) setInterval(() => void inTurn(sendMetrics), settings.metricInterval).unref();
  return async () => {
    // The end of the process does not wait for a collector that hangs.
    timeout = Math.min(timeout, lastTimeout);
    await inTurn(sendSpans);
    await inTurn(sendMetrics);
  };
}
