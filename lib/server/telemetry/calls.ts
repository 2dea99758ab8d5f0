import { metrics, observe } from "./metrics";
import { now, recordSpan } from "./spans";
import { childOf, currentTrace, traceparentOf } from "./trace-context";

interface Call {
  /** The kind of server, one of few. */
  peer: "api" | "identity-provider" | "file-store";
  method: string;
}

/**
 * Measures a call to another server until its response begins, as a span of the running request and as a metric.
 * @param send gets the headers that continue the trace there: for our own API, as others learn nothing of it
 */
export async function measureCall<R extends { status: number }>(
  { peer, method }: Call,
  send: (traceHeaders: Record<string, string>) => Promise<R>,
): Promise<R> {
  const trace = currentTrace();
  const span = trace && childOf(trace);
  const startedAt = now();
  let status: number | undefined;
  let errorType: string | undefined;
  try {
    const response = await send(span && peer === "api" ? { traceparent: traceparentOf(span) } : {});
    status = response.status;
    return response;
  } catch (error) {
    errorType = typeOf(error);
    throw error;
  } finally {
    const attributes = {
      "http.request.method": method,
      "peer.service": peer,
      "http.response.status_code": status,
      "error.type": errorType,
    };
    observe(metrics.clientRequest, attributes, (now() - startedAt) / 1000);
    recordSpan(span, {
      name: `${method} ${peer}`,
      kind: "client",
      startedAt,
      attributes,
      isFailed: errorType !== undefined || (status ?? 0) >= 500,
    });
  }
}

/** Traces a call to another server by another protocol, such as SMTP, as a span of the running request. */
export async function traceCall<T>(peer: "mail-server", call: () => Promise<T>): Promise<T> {
  const trace = currentTrace();
  const span = trace && childOf(trace);
  const startedAt = now();
  let errorType: string | undefined;
  try {
    return await call();
  } catch (error) {
    errorType = typeOf(error);
    throw error;
  } finally {
    recordSpan(span, {
      name: peer,
      kind: "client",
      startedAt,
      attributes: { "peer.service": peer, "error.type": errorType },
      isFailed: errorType !== undefined,
    });
  }
}

/** A kind of failure, one of few: our own kinds, and names of error classes. */
function typeOf(error: unknown): string {
  const { kind, name } = (error ?? {}) as { kind?: unknown; name?: unknown };
  return typeof kind === "string" ? kind : typeof name === "string" ? name : "other";
}
