import { Counter, Gauge, Histogram } from "prom-client";
import { telemetry } from "./state";

/** A metric by its name in OpenTelemetry's semantic conventions, or with `hub.` where they have none. */
export interface Metric {
  name: string;
  /** `s` and `By`: seconds and bytes; `1`: a ratio. */
  unit: "s" | "By" | "1" | `{${string}}`;
  kind: "histogram" | "counter" | "gauge";
  help: string;
  /** Attributes, such as `http.route`; each has few values. */
  attributes: readonly string[];
  buckets?: readonly number[];
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const statementBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

const gauge = (name: string, unit: Metric["unit"], help: string, attributes: string[] = []) =>
  ({ name, unit, help, attributes, kind: "gauge" }) as const;

/** All metrics of both processes; those of a part that a process lacks have no values there. */
export const metrics = {
  serverRequest: {
    name: "http.server.request.duration",
    unit: "s",
    kind: "histogram",
    help: "Time from a request's arrival to the end of its response.",
    attributes: ["http.request.method", "http.route", "http.response.status_code"],
    buckets: requestBuckets,
  },
  clientRequest: {
    name: "http.client.request.duration",
    unit: "s",
    kind: "histogram",
    help: "Time until another server has begun its response: the API, or an identity provider.",
    attributes: ["http.request.method", "peer.service", "http.response.status_code", "error.type"],
    buckets: requestBuckets,
  },
  statement: {
    name: "db.client.operation.duration",
    unit: "s",
    kind: "histogram",
    help: "Time of a statement.",
    attributes: ["db.system.name", "db.operation.name", "error.type"],
    buckets: statementBuckets,
  },
  activeRequests: gauge("http.server.active_requests", "{request}", "Requests without a complete response."),
  connections: gauge(
    "db.client.connection.count",
    "{connection}",
    "Connections to PostgreSQL by state: used or idle.",
    ["db.client.connection.state"],
  ),
  connectionsMax: gauge(
    "db.client.connection.max",
    "{connection}",
    "Connections allowed (DATABASE_POOL_SIZE).",
  ),
  connectionsPending: gauge(
    "db.client.connection.pending_requests",
    "{request}",
    "Transactions that wait for a connection.",
  ),
  queue: gauge("hub.queue.length", "{item}", "Work that waits for its turn, by queue.", ["hub.queue.name"]),
  liveConnections: gauge(
    "hub.live.connections",
    "{connection}",
    "Connected browsers and programs with live updates.",
  ),
  logMessages: {
    name: "hub.log.messages",
    unit: "{message}",
    kind: "counter",
    help: "Log messages by level, those below LOG_LEVEL left out.",
    attributes: ["log.level"],
  },
  delayP50: gauge(
    "nodejs.eventloop.delay.p50",
    "s",
    "Median delay of the event loop since the last reading.",
  ),
  delayP99: gauge("nodejs.eventloop.delay.p99", "s", "99th percentile of that delay."),
  delayMax: gauge("nodejs.eventloop.delay.max", "s", "Longest such delay."),
  utilization: gauge("nodejs.eventloop.utilization", "1", "Share of time that the event loop was busy."),
  memory: gauge("process.memory.usage", "By", "Memory of the process in RAM."),
  heapUsed: gauge("v8js.memory.heap.used", "By", "Used heap of JavaScript."),
  heapLimit: gauge("v8js.memory.heap.limit", "By", "Size at which that heap is full."),
  cpu: {
    name: "process.cpu.time",
    unit: "s",
    kind: "counter",
    help: "Processor time since the start, by mode.",
    attributes: ["cpu.mode"],
  },
  uptime: gauge("process.uptime", "s", "Time since the start."),
} as const satisfies Record<string, Metric>;

/** A name in the format of Prometheus, with its unit as OpenTelemetry's conventions for it require. */
export function prometheusName({ name, unit, kind }: Metric): string {
  const suffix = { s: "_seconds", By: "_bytes", "1": "_ratio" }[unit as string] ?? "";
  return `${name.replaceAll(".", "_")}${suffix}${kind === "counter" ? "_total" : ""}`;
}

const labelsByAttribute = new Map<string, string>();

/** The label for an attribute: `http_route` for `http.route`. */
export function labelOf(attribute: string): string {
  const known = labelsByAttribute.get(attribute) ?? attribute.replaceAll(".", "_");
  labelsByAttribute.set(attribute, known);
  return known;
}

type Labels = Record<string, string | number>;

function settingsOf(metric: Metric) {
  const { help, attributes } = metric;
  return {
    name: prometheusName(metric),
    help,
    labelNames: attributes.map(labelOf),
    registers: [telemetry.registry],
  };
}

const instances = new Map<Metric, unknown>();

/** The metric in the registry, where another bundle may have put it. */
function known<Kind>(metric: Metric, make: () => Kind): Kind {
  let instance = instances.get(metric) as Kind | undefined;
  if (instance) return instance;
  instance = (telemetry.registry.getSingleMetric(prometheusName(metric)) as Kind | undefined) ?? make();
  instances.set(metric, instance);
  return instance;
}

const labelled = (attributes: Readonly<Record<string, string | number | undefined>>): Labels =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[labelOf(name), value]],
    ),
  );

/** Records a duration in seconds. */
export function observe(
  metric: Metric & { kind: "histogram" },
  attributes: Readonly<Record<string, string | number | undefined>>,
  seconds: number,
): void {
  const make = () =>
    new Histogram({ ...settingsOf(metric), buckets: [...(metric.buckets ?? requestBuckets)] });
  known(metric, make).observe(labelled(attributes), seconds);
}

export function count(metric: Metric & { kind: "counter" }, attributes: Labels): void {
  known(metric, () => new Counter(settingsOf(metric))).inc(labelled(attributes));
}

/**
 * Has a metric read its value whenever metrics are read. The latest reader of a metric and label stays.
 * @param label value of the metric's only attribute; empty without one
 */
export function readWith(
  metric: Metric & { kind: "gauge" | "counter" },
  read: () => number,
  label = "",
): void {
  const { observed } = telemetry;
  const readers = observed.get(metric.name) ?? new Map<string, () => number>();
  observed.set(metric.name, readers.set(label, read));
  const [attribute] = metric.attributes;
  const current = () =>
    [...readers].map(([value, readNow]) => {
      const labels: Labels = attribute === undefined ? {} : { [labelOf(attribute)]: value };
      return { labels, value: readNow() };
    });
  known<Counter | Gauge>(metric, () =>
    metric.kind === "gauge"
      ? new Gauge({
          ...settingsOf(metric),
          collect() {
            for (const { labels, value } of current()) this.set(labels, value);
          },
        })
      : new Counter({
          ...settingsOf(metric),
          collect() {
            this.reset();
            for (const { labels, value } of current()) this.inc(labels, value);
          },
        }),
  );
}
