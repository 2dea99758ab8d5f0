/** Where a piece of work belongs: the trace of the click that caused it, and the span that is running. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentId?: string;
  /** Whether its spans are exported. */
  isSampled: boolean;
  /** The pattern of the request's route, for slow statements; known once the request is routed. */
  route?: string;
}

export type SpanKind = "server" | "client";
type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An ended span. */
export interface Span {
  context: TraceContext;
  name: string;
  kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  isFailed: boolean;
}
