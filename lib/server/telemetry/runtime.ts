import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { metrics, readWith } from "./metrics";
import { telemetry } from "./state";

const nanosecondsPerSecond = 1e9;
const microsecondsPerSecond = 1e6;

let isWatched = false;

/** Begins to watch the event loop and registers what Node.js says of this process. */
function watchRuntime(): void {
  if (isWatched) return;
  isWatched = true;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const seconds = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? nanoseconds / nanosecondsPerSecond : 0;
  readWith(metrics.delayP50, () => seconds(delay.percentile(50)));
  readWith(metrics.delayP99, () => seconds(delay.percentile(99)));
  readWith(metrics.delayMax, () => {
    const longest = seconds(delay.max);
    // The last of the three to be read: the next reading is about the time after this one.
    delay.reset();
    return longest;
  });
  let before = performance.eventLoopUtilization();
  readWith(metrics.utilization, () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, before);
    before = current;
    return utilization;
  });
  readWith(metrics.memory, () => process.memoryUsage.rss());
  readWith(metrics.heapUsed, () => getHeapStatistics().used_heap_size);
  readWith(metrics.heapLimit, () => getHeapStatistics().heap_size_limit);
  readWith(metrics.cpu, () => process.cpuUsage().user / microsecondsPerSecond, "user");
  readWith(metrics.cpu, () => process.cpuUsage().system / microsecondsPerSecond, "system");
  readWith(metrics.uptime, () => process.uptime());
}

/** The metrics of this process in the text format of Prometheus. The event loop is watched from the first call on. */
export async function metricsText(): Promise<{ type: string; text: string }> {
  watchRuntime();
  const { registry } = telemetry;
  return { type: registry.contentType, text: await registry.metrics() };
}

/** The same as objects. */
export function metricsJson() {
  watchRuntime();
  return telemetry.registry.getMetricsAsJSON();
}
