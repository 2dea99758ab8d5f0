import * as z from "zod";

const onHttp = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const milliseconds = z.coerce
  .number("must be a number of milliseconds")
  .int("must be whole milliseconds")
  .min(1, "must be at least 1");
const exporter = z.enum(["otlp", "none"], "must be otlp or none").default("otlp");

/** The environment variables of OpenTelemetry that both processes understand. */
export const telemetryEnvironment = {
  /** Base address of a collector; without one nothing is exported. */
  OTEL_EXPORTER_OTLP_ENDPOINT: onHttp.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: onHttp.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: onHttp.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^\s*[^\s=,]+\s*=[^,]*(?:,\s*[^\s=,]+\s*=[^,]*)*$/, "must look like name=value,other=value")
    .optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(["http/json", "http/protobuf"], "must be http/json: gRPC is not supported")
    .default("http/json"),
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds.default(10_000),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds.default(60_000),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(5_000),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number("must be a number from 0 to 1")
    .min(0, "must be from 0 to 1")
    .max(1, "must be from 0 to 1")
    .default(1),
  OTEL_RESOURCE_ATTRIBUTES: z.string().default(""),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_SDK_DISABLED: z.enum(["true", "false"], "must be true or false").default("false"),
};

const schema = z.object(telemetryEnvironment);

export interface OtlpSettings {
  /** Complete addresses; undefined if that kind is not exported. */
  traces?: string;
  metrics?: string;
  headers: Readonly<Record<string, string>>;
  /** Milliseconds. */
  timeout: number;
  metricInterval: number;
  traceInterval: number;
  ratio: number;
  resource: Readonly<Record<string, string>>;
}

/**
 * @param environment in which these variables are valid; empty ones count as unset
 * @returns undefined when nothing is exported
 */
export function readOtlp(
  environment: Readonly<Record<string, string | undefined>>,
  service: { name: string; version: string },
): OtlpSettings | undefined {
  const given = schema.parse(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== "")),
  );
  if (given.OTEL_SDK_DISABLED === "true") return undefined;
  const base = given.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, "");
  const addressOf = (kind: "traces" | "metrics", own: string | undefined, exported: "otlp" | "none") =>
    exported === "none" ? undefined : (own ?? (base && `${base}/v1/${kind}`));
  const traces = addressOf("traces", given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, given.OTEL_TRACES_EXPORTER);
  const metrics = addressOf(
    "metrics",
    given.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
    given.OTEL_METRICS_EXPORTER,
  );
  if (!traces && !metrics) return undefined;
  return {
    traces,
    metrics,
    headers: pairsIn(given.OTEL_EXPORTER_OTLP_HEADERS ?? ""),
    timeout: given.OTEL_EXPORTER_OTLP_TIMEOUT,
    metricInterval: given.OTEL_METRIC_EXPORT_INTERVAL,
    traceInterval: given.OTEL_BSP_SCHEDULE_DELAY,
    ratio: given.OTEL_TRACES_SAMPLER_ARG,
    resource: {
      "service.name": given.OTEL_SERVICE_NAME ?? service.name,
      "service.version": service.version,
      ...pairsIn(given.OTEL_RESOURCE_ATTRIBUTES),
    },
  };
}

/** `name=value,other=value`, percent-encoded. */
function pairsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const [, name = "", value = ""] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      return name === "" ? [] : [[name, decoded(value)]];
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
