import { AsyncLocalStorage } from "node:async_hooks";
import { Registry } from "prom-client";
import { onePerProcess } from "../core/one-per-process";
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

/** The telemetry of this process. */
export const telemetry = onePerProcess(
  "telemetry",
  (): TelemetryState => ({
    registry: new Registry(),
    storage: new AsyncLocalStorage(),
    ratio: 1,
    observed: new Map(),
  }),
);
