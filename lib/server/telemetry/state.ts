import { AsyncLocalStorage } from "node:async_hooks";
import { Registry } from "prom-client";
import type { Span, TraceContext } from "./types";

interface TelemetryState {
  registry: Registry;
  storage: AsyncLocalStorage<TraceContext>;
  /** Receives ended spans of sampled traces; undefined unless traces are exported. */
  sink?: (span: Span) => void;
  /** Share of traces that are exported, from 0 to 1. */
  ratio: number;
  /** Current values of gauges, by metric and then by the value of its label. */
  observed: Map<string, Map<string, () => number>>;
}

// Shared through the global object: the bundles of Next's listener, route handlers and pages each have this module.
const key = Symbol.for("hub.telemetry");
const shared = globalThis as typeof globalThis & { [key]?: TelemetryState };
shared[key] ??= { registry: new Registry(), storage: new AsyncLocalStorage(), ratio: 1, observed: new Map() };

/** The telemetry of this process. */
export const telemetry: TelemetryState = shared[key];
