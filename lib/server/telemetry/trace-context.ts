import { randomBytes } from "node:crypto";
import { telemetry } from "./state";
import type { TraceContext } from "./types";

const idOf = (bytes: number) => randomBytes(bytes).toString("hex");
const none = /^0+$/;

/**
 * Continues the trace of a `traceparent` (W3C Trace Context), or begins one if it is missing or invalid. The sender's
 * flag does not decide about export, since clients could fill a collector: all processes decide by the trace's id.
 */
export function continueTrace(traceparent: string | undefined): TraceContext {
  const [, version, traceId = "", parentId = ""] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:-.*)?$/.exec(traceparent ?? "") ?? [];
  const isValid = version !== undefined && version !== "ff" && !none.test(traceId) && !none.test(parentId);
  const id = isValid ? traceId : idOf(16);
  return { traceId: id, spanId: idOf(8), ...(isValid && { parentId }), isSampled: isSampled(id) };
}

/** The context of work within a span. */
export const childOf = (parent: TraceContext): TraceContext => ({
  ...parent,
  spanId: idOf(8),
  parentId: parent.spanId,
});

/** As the sampler `traceidratio` does. */
function isSampled(traceId: string): boolean {
  const { sink, ratio } = telemetry;
  return sink !== undefined && Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32;
}

/** Names the running request's route. */
export function setRoute(route: string): void {
  const context = currentTrace();
  if (context) context.route = route;
}

export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;

export const currentTrace = (): TraceContext | undefined => telemetry.storage.getStore();

export function runInTrace<T>(context: TraceContext, work: () => T): T {
  return telemetry.storage.run(context, work);
}

/** The ids of the running work for a log line, by the names of OpenTelemetry's log format. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const context = currentTrace();
  return context ? { trace_id: context.traceId, span_id: context.spanId } : {};
}
