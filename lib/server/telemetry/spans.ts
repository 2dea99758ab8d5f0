import { telemetry } from "./state";
import type { Span, TraceContext } from "./types";

export const now = (): number => performance.timeOrigin + performance.now();

/** Records a span that ends now, if its trace is exported. */
export function recordSpan(
  context: TraceContext | undefined,
  span: Omit<Span, "context" | "endedAt" | "isFailed"> & { isFailed?: boolean },
): void {
  if (!context?.isSampled || !telemetry.sink) return;
  telemetry.sink({ isFailed: false, ...span, context, endedAt: now() });
}
