import { metrics, observe } from "@/lib/server/telemetry/metrics";
import { now, recordSpan } from "@/lib/server/telemetry/spans";
import { childOf, currentTrace } from "@/lib/server/telemetry/trace-context";
import { sqlStateOf } from "./unavailable";

interface SlowStatement {
  /** Without values, which are sent apart from it. */
  statement: string;
  ms: number;
  /** Pattern of the request's route; undefined for background work. */
  route?: string;
}

interface Watching {
  ms: number;
  report(slow: SlowStatement): void;
}

let watching: Watching | undefined;

/** Reports statements that take at least `ms` milliseconds. */
export function watchSlowStatements(next: Watching | undefined): void {
  watching = next;
}

const operations = new Set([
  "SELECT",
  "INSERT",
  "UPDATE",
  "DELETE",
  "WITH",
  "SAVEPOINT",
  "RELEASE",
  "ROLLBACK",
]);

/** The first word of a statement; one of few, as it is a label of metrics. */
function operationOf(text: string): string {
  const [word = ""] = /[a-z]+/i.exec(text) ?? [];
  const upper = word.toUpperCase();
  return operations.has(upper) ? upper : "OTHER";
}

/** Measures a statement, as a span of the running request and as a metric. */
export async function measureStatement<T>(text: string, send: () => Promise<T>): Promise<T> {
  const begunAt = performance.now();
  const trace = currentTrace();
  const startedAt = trace?.isSampled ? now() : 0;
  let errorType: string | undefined;
  try {
    return await send();
  } catch (error) {
    errorType = sqlStateOf(error) ?? "other";
    throw error;
  } finally {
    const ms = performance.now() - begunAt;
    const attributes = {
      "db.system.name": "postgresql",
      "db.operation.name": operationOf(text),
      "error.type": errorType,
    };
    observe(metrics.statement, attributes, ms / 1000);
    if (watching && ms >= watching.ms)
      watching.report({ statement: text.slice(0, 2_000), ms: Math.round(ms), route: trace?.route });
    if (trace?.isSampled)
      recordSpan(childOf(trace), {
        name: attributes["db.operation.name"],
        kind: "client",
        startedAt,
        attributes: { ...attributes, "db.query.text": text.slice(0, 4_000) },
        isFailed: errorType !== undefined,
      });
  }
}
